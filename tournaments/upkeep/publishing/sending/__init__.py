"""Ways in which the files of a site get to their place: a folder, WebDAV, SFTP, git."""
