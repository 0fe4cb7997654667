"""A second checker of proofs, written from docs/proofs.md alone: an executable specification.

It shares no code with the checker in Rust beside it, so a mistake in one of them shows as a disagreement. Speed is not its aim.
"""
