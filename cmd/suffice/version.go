package main

import "suffice/internal/release"

func version() string { return release.Version() }
