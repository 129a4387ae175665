"""What a notebook shows: HTML around the pictures that the native half draws."""

from __future__ import annotations

from html import escape
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._answers import Rating

_NUMBERS = count(1)

_WIDTH = 380


def beside(picture: str, words: str) -> str:
    """A picture, and words to its right."""
    return (
        '<div style="display:flex;gap:1.5em;flex-wrap:wrap;align-items:flex-start">'
        f'<div style="width:{_WIDTH}px">{picture}</div><div>{words}</div></div>'
    )


def ratings(all_of_them: list[Rating], sentence: str) -> str:
    """A table of ratings, with a bar for where each stands among the collection."""
    rows = "".join(_row(rating) for rating in all_of_them)
    said = f"<p><b>{escape(sentence)}</b></p>" if sentence else ""
    return (
        f"{said}<table><thead><tr><th>metric</th><th>value</th>"
        f"<th>harder than</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(rating: Rating) -> str:
    value = rating.value
    if value is None:
        value = rating.words.get("value") or rating.problem or ""
    share = rating.percentile
    bar = ""
    if share is not None:
        bar = (
            '<div style="display:inline-block;width:80px;height:8px;background:#8884;'
            f'vertical-align:middle"><div style="width:{share * 0.8:.0f}px;height:8px;'
            f'background:#0072b2"></div></div> {share:.1f} %'
        )
    return f"<tr><td>{escape(rating.metric)}</td><td>{escape(str(value))}</td><td>{bar}</td></tr>"


def player(pictures: list[str], words: list[tuple[str, str]], ending: str) -> str:
    """Steps one after the other: buttons, a slider, the picture and its words."""
    if not pictures:
        told = "".join(f"<li>{escape(text)}</li>" for _, text in words)
        return f"<p>{escape(ending)}</p><ol>{told}</ol>"
    name = f"piste-{next(_NUMBERS)}"
    frames = "".join(
        f'<div class="{name}-frame" style="display:{"block" if number == 0 else "none"}">'
        f'<p><b>{escape(title)}</b><br>{escape(text)}</p><div style="width:{_WIDTH}px">{picture}</div></div>'
        for number, (picture, (title, text)) in enumerate(zip(pictures, words))
    )
    last = len(pictures) - 1
    show = (
        f"var f=document.getElementsByClassName('{name}-frame');"
        f"var s=document.getElementById('{name}');"
        "for(var i=0;i<f.length;i++)f[i].style.display=i==s.value?'block':'none';"
    )
    back = f"var s=document.getElementById('{name}');s.value=Math.max(0,+s.value-1);{show}"
    on = f"var s=document.getElementById('{name}');s.value=Math.min({last},+s.value+1);{show}"
    return (
        f'<div><button onclick="{back}" aria-label="step back">&#9664;</button> '
        f'<input type="range" id="{name}" min="0" max="{last}" value="0" oninput="{show}" '
        f'aria-label="step"> <button onclick="{on}" aria-label="next step">&#9654;</button> '
        f"{escape(ending)}{frames}</div>"
    )
