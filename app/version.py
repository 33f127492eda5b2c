"""The version, importable without anything else."""

VERSION = "0.1.0.dev0"
