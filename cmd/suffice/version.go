package main

import "suffice/internal/build"

func version() string { return build.Version() }
