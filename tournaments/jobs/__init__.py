"""Work that takes a while, done by a process of its own: started, watched, stopped. Knows no document and no draw."""
