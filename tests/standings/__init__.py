"""Tests of the standings: metrics, rankings, results, prizes and seasons."""
