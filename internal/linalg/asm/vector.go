package main

func vectors(s isa) {}
