"""Composes emails and passes them to the mail server."""

from __future__ import annotations

import smtplib
import ssl
from email.errors import HeaderParseError, MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.configuration import MailServer
from ironbottom.server.notify.failures import DeliveryFailed

TIMEOUT = 20.0
MAX_ADDRESS_LENGTH = 254
PERMANENT = 500
"""The first SMTP status of a permanent failure."""


def clean_address(given: str) -> str:
    """Returns an email address with its domain in lower case. Raises ``BadValue`` if it is not a valid address.

    >>> clean_address(" Mika@Example.ORG ")
    'Mika@example.org'
    """
    address = given.strip()
    try:
        read = Address(addr_spec=address)
    except (HeaderParseError, MessageError, ValueError, IndexError):
        raise BadValue("this is not an email address", field="address") from None
    name, domain = read.username, read.domain.lower()
    plain = address.isascii() and address.isprintable() and not set(' ,;<>"()[]\\') & set(address)
    if not plain or not name or "." not in domain.strip(".") or len(address) > MAX_ADDRESS_LENGTH:
        raise BadValue("this is not an email address", field="address")
    return f"{name}@{domain}"


def make_mail(
    server: MailServer, to: str, subject: str, body: str, *, stop: str, number: int, time: int
) -> EmailMessage:
    """Returns an email of plain text. ``stop`` is the link that stops all mail to the address.

    ``act_number_of_entry`` identifies the email, so that an email that is sent twice is shown only once. ``time`` is in
    milliseconds.
    """
    domain = parseaddr(server.sender)[1].rpartition("@")[2]
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = server.sender, to, subject
    mail["Date"] = formatdate(time / 1000)
    mail["Message-ID"] = f"<{number}.{time}@{domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{stop}>"
    if stop.startswith("https:"):
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    mail.set_content(f"{body}\n\n-- \nStop all mail from this server: {stop}\n")
    return mail


def send_mail(server: MailServer, mail: EmailMessage) -> None:
    """Passes an email to the mail server. Raises ``DeliveryFailed`` if it is not accepted."""
    try:
        with _connect(server) as smtp:
            if server.security == "starttls":
                smtp.starttls(context=ssl.create_default_context())
            if server.user:
                smtp.login(server.user, server.read_password())
            smtp.send_message(mail)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        permanent = all(code >= PERMANENT for code in codes)
        raise DeliveryFailed(f"the mail server refused the address ({max(codes)})", permanent=permanent) from None
    except smtplib.SMTPDataError as error:
        permanent = error.smtp_code >= PERMANENT
        raise DeliveryFailed(f"the mail server refused the mail ({error.smtp_code})", permanent=permanent) from None
    except (OSError, smtplib.SMTPException) as error:
        raise DeliveryFailed(f"the mail server cannot be used ({type(error).__name__})") from None


def _connect(server: MailServer) -> smtplib.SMTP:
    if server.security == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
