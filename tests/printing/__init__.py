"""Tests of the printed documents."""
