"""Playing plans: the driver, stores, runs and replays."""
