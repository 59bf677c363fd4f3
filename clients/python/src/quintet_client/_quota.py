from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, List, Mapping, Optional, Tuple

_VALUE = r'"(?:[^"\\]|\\.)*"|[^\s,;="]+'
_ITEM = re.compile(rf"({_VALUE})((?:\s*;\s*[\w*.-]+(?:=(?:{_VALUE}))?)*)")
_PARAMETER = re.compile(rf";\s*([\w*.-]+)(?:=({_VALUE}))?")


@dataclass(frozen=True)
class Cost:
    """What a call cost, from ``Quintet-Cost``."""

    #: In the API's unit.
    units: int
    unit: str
    #: The same in credits, for plans that have them.
    credits: int


@dataclass(frozen=True)
class QuotaState:
    """A quota after a call, from ``RateLimit`` and ``RateLimit-Policy``."""

    #: Its name. ``usage()`` has the same names.
    policy: str
    remaining: int
    #: Seconds until it starts again.
    resets_in_seconds: int
    limit: Optional[int]
    window_seconds: Optional[int]
    unit: Optional[str]


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def _items(field: Optional[str]) -> List[Tuple[str, Dict[str, str]]]:
    """The items of a structured field (RFC 9651) of strings and numbers with parameters."""
    return [
        (_unquoted(item), {name: _unquoted(value or "?1") for name, value in _PARAMETER.findall(parameters)})
        for item, parameters in _ITEM.findall(field or "")
    ]


def _number(text: Optional[str]) -> Optional[int]:
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


def cost_of(headers: Mapping[str, str]) -> Optional[Cost]:
    """The cost that a response reports; None for calls that are not metered."""
    for item, parameters in _items(headers.get("quintet-cost"))[:1]:
        return Cost(_number(item) or 0, parameters.get("unit", ""), _number(parameters.get("credits")) or 0)
    return None


def quota_of(headers: Mapping[str, str]) -> List[QuotaState]:
    """The quotas that a response reports, in the order in which they are charged."""
    policies = dict(_items(headers.get("ratelimit-policy")))
    states = []
    for policy, state in _items(headers.get("ratelimit")):
        held = policies.get(policy, {})
        states.append(
            QuotaState(
                policy,
                _number(state.get("r")) or 0,
                _number(state.get("t")) or 0,
                _number(held.get("q")),
                _number(held.get("w")),
                held.get("quintet-unit"),
            )
        )
    return states
