"""Sandtable for programs that learn: many games at once, in the shapes other libraries expect.

Needs libsandtable (make install) and nothing else; where numpy is installed, observations and masks are
its arrays, else lists. What the numbers mean: include/sandtable_batch.h, docs/research-guide.md.

    Batch       n games side by side, as the C library has them
    GymEnv      one seat of one game, the other played by a function: the shape of Gymnasium
    AECEnv      both seats in turn: the shape of PettingZoo
    Game        states that can be cloned: the shape of OpenSpiel
"""
import ctypes
import ctypes.util
import json
import os
import random

try:
    import numpy
except ImportError:
    numpy = None

ACTION = 32
SAMPLED, OBSERVED, MEASURES = 1, 2, 4


def _library(path=None):
    path = path or os.environ.get("LIBSANDTABLE") or ctypes.util.find_library("sandtable")
    if not path:
        raise OSError("libsandtable is not there: make install, or say where it is in LIBSANDTABLE")
    lib = ctypes.CDLL(path)
    batch, i32 = ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32)
    for name, result, arguments in [
            ("new", batch, [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_int, ctypes.c_int,
                            ctypes.c_uint64, ctypes.c_char_p, ctypes.c_int]),
            ("free", None, [batch]), ("about", ctypes.c_char_p, [batch]), ("features", ctypes.c_int, [batch]),
            ("side", ctypes.POINTER(ctypes.c_int8), [batch]), ("mask", ctypes.POINTER(ctypes.c_uint8), [batch]),
            ("action", ctypes.POINTER(ctypes.c_int16), [batch]), ("sampled", ctypes.POINTER(ctypes.c_uint8), [batch]),
            ("reward", ctypes.POINTER(ctypes.c_float), [batch]), ("step", ctypes.c_int, [batch, i32]),
            ("reset", None, [batch, ctypes.c_int]), ("seed", None, [batch, ctypes.c_uint64]),
            ("copy", None, [batch, ctypes.c_int, ctypes.c_int]), ("observe", None, [batch, ctypes.c_int, ctypes.c_int, i32]),
            ("observe_all", None, [batch, i32]), ("observed", i32, [batch]), ("text", ctypes.c_char_p, [batch, ctypes.c_int, ctypes.c_int])]:
        function = getattr(lib, "sandtable_batch_" + name)
        function.restype, function.argtypes = result, arguments
    return lib


def _numbers(array, kind):
    return numpy.array(array, dtype=kind) if numpy is not None else list(array)


class Batch:
    """n games of GAME/SCENARIO; each decision is among at most `width` moves. All is as the seed says.

    observed: what whoever decides sees is kept up to date with every step, and seen() costs next to nothing;
    measures: observe also what follows from the rest (zones, supply, points), at a price."""

    def __init__(self, name, games=1, width=64, seed=0, sampled=False, observed=False, measures=False, keys="",
                 library=None):
        self._lib, self._batch = _library(library), None
        why = ctypes.create_string_buffer(400)
        self._batch = self._lib.sandtable_batch_new(name.encode(), keys.encode(), games, width,
                                                    (SAMPLED if sampled else 0) | (OBSERVED if observed else 0) |
                                                    (MEASURES if measures else 0), seed, why, len(why))
        if not self._batch:
            raise ValueError(why.value.decode())
        self.games, self.width = games, width
        self.features = self._lib.sandtable_batch_features(self._batch)
        self.about = json.loads(self._lib.sandtable_batch_about(self._batch))
        self._choice = (ctypes.c_int32 * games)()
        self._seen = (ctypes.c_int32 * self.features)()
        self._side = self._lib.sandtable_batch_side(self._batch)
        self._mask = self._lib.sandtable_batch_mask(self._batch)
        self._reward = self._lib.sandtable_batch_reward(self._batch)
        self._action = self._lib.sandtable_batch_action(self._batch)
        self._kept = self._lib.sandtable_batch_observed(self._batch)

    def close(self):
        if self._batch:
            self._lib.sandtable_batch_free(self._batch)
        self._batch = None

    __del__ = close

    def side(self, game=0):
        """Who decides: 0, 1, or -1 where it is over."""
        return self._side[game]

    def mask(self, game=0):
        return _numbers(self._mask[game * self.width:(game + 1) * self.width], "int8")

    def legal(self, game=0):
        at = game * self.width
        return [place for place in range(self.width) if self._mask[at + place]]

    def reward(self, game=0):
        return [self._reward[2 * game], self._reward[2 * game + 1]]

    def sampled(self, game=0):
        return bool(self._lib.sandtable_batch_sampled(self._batch)[game])

    def action(self, game, place):
        """Verb, number of arguments, arguments."""
        at = (game * self.width + place) * ACTION
        return self._action[at:at + ACTION]

    def text(self, game, place):
        return self._lib.sandtable_batch_text(self._batch, game, place).decode()

    def observe(self, game=0, side=0):
        self._lib.sandtable_batch_observe(self._batch, game, side, self._seen)
        return _numbers(self._seen, "int32")

    def seen(self, game=0):
        """What whoever decides sees; for batches made with observed=True."""
        if not self._kept:
            raise ValueError("nothing is kept: Batch(..., observed=True)")
        return _numbers(self._kept[game * self.features:(game + 1) * self.features], "int32")

    def step(self, choices):
        """A place for each game, -1 for none; how many games are still played."""
        for game, choice in enumerate(choices):
            self._choice[game] = choice
        playing = self._lib.sandtable_batch_step(self._batch, self._choice)
        if playing < 0:
            raise ValueError("a choice stands on no move")
        return playing

    def reset(self, game=-1):
        self._lib.sandtable_batch_reset(self._batch, game)

    def seed(self, seed):
        self._lib.sandtable_batch_seed(self._batch, seed)

    def copy(self, source, target):
        self._lib.sandtable_batch_copy(self._batch, source, target)


class Discrete:
    """As gymnasium.spaces.Discrete, as far as it is needed here."""

    def __init__(self, n):
        self.n, self._chance = n, random.Random()

    def seed(self, seed=None):
        self._chance.seed(seed)

    def contains(self, x):
        return 0 <= int(x) < self.n

    def sample(self, mask=None):
        places = [i for i in range(self.n) if mask is None or mask[i]]
        return self._chance.choice(places)


class Numbers:
    """As gymnasium.spaces.Box of whole numbers, as far as it is needed here."""

    def __init__(self, n):
        self.shape, self.low, self.high = (n,), -2 ** 31, 2 ** 31 - 1

    def contains(self, x):
        return len(x) == self.shape[0] and all(self.low <= int(v) <= self.high for v in x)


class GymEnv:
    """One seat of a game; `opponent(mask, env)` picks a place for the other (else it draws one)."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, name, seat=0, opponent=None, width=64, keys="", library=None):
        self.batch, self.seat, self.opponent = Batch(name, 1, width, 0, keys=keys, library=library), seat, opponent
        self.action_space, self.observation_space = Discrete(width), Numbers(self.batch.features)
        self._chance, self._seed = random.Random(0), None

    def _others(self):
        reward = 0.0
        while self.batch.side() == 1 - self.seat:
            mask = self.batch.mask()
            self.batch.step([self.opponent(mask, self) if self.opponent else self._chance.choice(self.batch.legal())])
            reward += self.batch.reward()[self.seat]
        return reward

    def _state(self):
        return self.batch.observe(0, self.seat), {"action_mask": self.batch.mask(), "sampled": self.batch.sampled()}

    def reset(self, *, seed=None, options=None):
        if seed is not None or self._seed is None:
            self._seed = seed or 0
            self._chance.seed(self._seed)
            self.batch.seed(self._seed)
        else:
            self.batch.reset(0)
        self._others()
        return self._state()

    def step(self, action):
        self.batch.step([int(action)])
        reward = self.batch.reward()[self.seat]
        reward += self._others()
        seen, info = self._state()
        return seen, reward, self.batch.side() < 0, False, info

    def render(self):
        return "\n".join(self.batch.text(0, place) for place in self.batch.legal())

    def close(self):
        self.batch.close()


class AECEnv:
    """Both seats, whoever is to decide in turn; an observation is { observation, action_mask }."""

    metadata = {"name": "sandtable", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, name, width=64, keys="", library=None):
        self.batch = Batch(name, 1, width, 0, keys=keys, library=library)
        self.possible_agents = list(self.batch.about["sides"])
        self._spaces = (Discrete(width), Numbers(self.batch.features))
        self.agents, self._seed = [], None

    def action_space(self, agent):
        return self._spaces[0]

    def observation_space(self, agent):
        return self._spaces[1]

    def reset(self, seed=None, options=None):
        if seed is not None or self._seed is None:
            self._seed = seed or 0
            self.batch.seed(self._seed)
        else:
            self.batch.reset(0)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.batch.side()]

    def observe(self, agent):
        side = self.possible_agents.index(agent)
        mask = self.batch.mask()
        if self.batch.side() != side:
            mask = _numbers([0] * self.batch.width, "int8")
        return {"observation": self.batch.observe(0, side), "action_mask": mask}

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("a side whose game is over takes None")
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        self._cumulative_rewards[agent] = 0.0
        self.batch.step([int(action)])
        for side, name in enumerate(self.agents):
            self.rewards[name] = self.batch.reward()[side]
            self._cumulative_rewards[name] += self.rewards[name]
        if self.batch.side() < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[self.batch.side()]

    def agent_iter(self, most=2 ** 30):
        while self.agents and most:
            most -= 1
            yield self.agent_selection

    def render(self):
        return "\n".join(self.batch.text(0, place) for place in self.batch.legal())

    def close(self):
        self.batch.close()


TERMINAL = -4  # as pyspiel.PlayerId.TERMINAL


class State:
    """A place in a game that can be cloned. Dice fall by themselves, as the seed says."""

    def __init__(self, game, batch, history=()):
        self._game, self._batch, self._history, self._returns = game, batch, list(history), [0.0, 0.0]

    def current_player(self):
        return TERMINAL if self.is_terminal() else self._batch.side()

    def is_terminal(self):
        return self._batch.side() < 0

    def is_chance_node(self):
        return False

    def legal_actions(self, player=None):
        return self._batch.legal() if player in (None, self._batch.side()) else []

    def legal_actions_mask(self, player=None):
        legal = set(self.legal_actions(player))
        return [int(place in legal) for place in range(self._batch.width)]

    def action_to_string(self, player, action=None):
        return self._batch.text(0, player if action is None else action)

    def apply_action(self, action):
        if action not in self.legal_actions():
            raise ValueError(f"{action} stands on no move")
        self._history.append(action)
        self._batch.step([action])
        self._returns = [a + b for a, b in zip(self._returns, self._batch.reward())]

    def history(self):
        return list(self._history)

    def returns(self):
        return list(self._returns)

    rewards = returns

    def player_return(self, player):
        return self._returns[player]

    def observation_tensor(self, player=None):
        return self._batch.observe(0, max(self._batch.side(), 0) if player is None else player)

    def clone(self):
        twin = self._game.new_initial_state()
        for action in self._history:  # a state is its history: the same seed, the same dice
            twin.apply_action(action)
        return twin

    def child(self, action):
        twin = self.clone()
        twin.apply_action(action)
        return twin

    def get_game(self):
        return self._game


class Game:
    def __init__(self, name, width=64, seed=0, keys="", library=None):
        self._words = dict(name=name, width=width, seed=seed, keys=keys, library=library)
        batch = Batch(**self._words)
        self._width, self._features = width, batch.features
        batch.close()

    def new_initial_state(self):
        return State(self, Batch(**self._words))

    def num_players(self):
        return 2

    def num_distinct_actions(self):
        return self._width

    def min_utility(self):
        return -1.0

    def max_utility(self):
        return 1.0

    def utility_sum(self):
        return 0.0

    def observation_tensor_shape(self):
        return [self._features]


def load_game(name, **words):
    return Game(name, **words)
