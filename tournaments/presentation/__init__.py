"""What pages and papers share: words, columns, filters, codes to scan. Writes nothing, serves nothing."""
