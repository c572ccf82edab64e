import select

from psycopg import Connection, Error, OperationalError
from psycopg.pq import TransactionStatus

from config.http.database import time_limit
from config.http.database.availability import availability
from config.http.database.postgresql.admission import admission

SECONDS_TO_CANCEL = 0.2
LEAST_SECONDS = 0.1
"""Each command may take this many seconds, even if the time limit of the request is over. Otherwise, a transaction
could not be rolled back."""


class LimitedConnection(Connection):
    """A connection that stops a query at the time limit, and reports failures to `availability`."""

    @classmethod
    def connect(cls, *args, **kwargs):
        try:
            return super().connect(*args, **kwargs)
        except OperationalError as error:
            availability.report(error)
            raise

    def wait(self, gen, *args, **kwargs):
        """Wait for the response to a command, and return the response. At the time limit of the request, cancel the
        command. Then this method usually raises QueryCanceled. psycopg calls this method for every command; ``gen`` is
        psycopg's generator for the command."""
        with admission.admit():
            seconds = time_limit.seconds_left()
            if seconds is not None:
                kwargs["timeout"] = max(seconds, LEAST_SECONDS)
            return self._wait(gen, *args, **kwargs)

    def is_alive(self) -> bool:
        """Return True if the server has not closed the connection. Nothing is sent."""
        poll = select.poll()
        poll.register(self.pgconn.socket, select.POLLIN)
        # A server sends nothing to an idle connection. If something can be read, the server has closed the connection.
        return not poll.poll(0)

    def responds(self, seconds: float) -> bool:
        """Return True if the server responds to an empty query within ``seconds``. Otherwise, close the connection.
        Call this only while the connection runs no other query."""
        poll = select.poll()
        try:
            poll.register(self.pgconn.socket, select.POLLIN)
            self.pgconn.send_query(b"")
            self.pgconn.flush()
            if poll.poll(seconds * 1000):
                while self.pgconn.get_result():
                    pass
                return not self.closed
        except OperationalError:
            # The server has closed the connection.
            pass
        self.close()
        return False

    def _wait(self, gen, *args, **kwargs):
        was_open = not self.closed
        try:
            return super().wait(gen, *args, **kwargs)
        except OperationalError as error:
            status = self.pgconn.transaction_status
            if status == TransactionStatus.ACTIVE:
                return self._cancel(gen)
            if status == TransactionStatus.UNKNOWN and was_open:
                availability.report(error)
            raise

    def _cancel(self, gen):
        """Cancel the running query. Then this method usually raises QueryCanceled. If the query ends before it is
        cancelled, return its result. If the server does not respond to the cancellation, report this to `availability`,
        close the connection and raise the error. ``gen`` is psycopg's generator for the query."""
        try:
            self.cancel_safe(timeout=SECONDS_TO_CANCEL)
        except Error as error:
            # The query is not slow: the server does not respond at all.
            availability.report(error)
            self.close()
            raise
        try:
            return super().wait(gen, timeout=SECONDS_TO_CANCEL)
        except Exception:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.close()
            raise
