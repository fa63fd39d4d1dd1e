// Nothing of its own: the precompiled headers of the tests belong to a target that has a source without macros of its own.
