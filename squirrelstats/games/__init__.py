"""The games: rules, layouts, kernels, transcripts; and the contract they keep."""
