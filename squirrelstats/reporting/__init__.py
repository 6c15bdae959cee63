"""Reports: what was found about a table, as one HTML file and as data."""

from squirrelstats.reporting.report import Report, report

__all__ = ["Report", "report"]
