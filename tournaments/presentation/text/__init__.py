"""Everything said in words: options, rules, metrics, the events of a table, the audit log.

Reads declarations, sheets and standings; asks the database nothing and computes no score.
"""
