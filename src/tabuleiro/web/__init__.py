"""The web site: people play by link, against programs and at one screen, and watch; programs play over HTTP and sockets."""
