#!/usr/bin/env python3
"""A player of one's own, over the lines of docs/engine-protocol.md; nothing to install.

    sandtable match program:examples/player.py level:2 blank/duel --pairs 10
    sandtable play shields/malfosse --seat English=program:examples/player.py

It knows no rules: it asks to be told the legal moves and takes a liking to those that begin with
its favourite words, in their order; otherwise it draws. Replace `choose` and you have a player.
"""
import random
import sys

FAVOURITES = ["strike", "attack", "melee", "charge", "shoot", "fire", "bombard", "move"]


def choose(offers, chance):
    for word in FAVOURITES:
        liked = [move for move in offers if move.split()[0] == word]
        if liked:
            return chance.choice(liked)
    return chance.choice(offers)


def say(line):
    print(line, flush=True)


def main():
    offers, chance = [], random.Random(0)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "sandtable":
            say("id name Favourites")
            say("wants offers")
            say("ready")
        elif word == "isready":
            say("readyok")
        elif word == "newgame":
            chance = random.Random(rest)
        elif word == "position":
            offers = []
        elif word == "offer":
            offers.append(rest)
        elif word == "go":
            say("bestmove " + choose(offers, chance))
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
