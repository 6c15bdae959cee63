"""Printed rules and worked examples as data."""
