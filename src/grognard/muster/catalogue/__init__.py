"""Catalogues of BattleScribe: what may be chosen of them, what is chosen, what it costs, and which units and models that makes."""
