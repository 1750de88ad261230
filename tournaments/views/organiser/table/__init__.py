"""One table: its sheet, its codes, its calls, its corrections."""
