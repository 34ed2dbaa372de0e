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
try:
    import gymnasium  # then spaces and environments are its own, and its checkers take them
except ImportError:
    gymnasium = None
try:
    import pettingzoo
except ImportError:
    pettingzoo = None

ACTION, STEPS_MOST = 32, 1000000
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
    """As gymnasium.spaces.Discrete, as far as it is needed here; where gymnasium is, it is that."""

    def __init__(self, n):
        self.n, self.shape, self._chance = n, (), random.Random()

    def seed(self, seed=None):
        self._chance.seed(seed)

    def contains(self, x):
        return 0 <= int(x) < self.n

    __contains__ = contains

    def sample(self, mask=None):
        places = [i for i in range(self.n) if mask is None or mask[i]]
        return self._chance.choice(places)


class Numbers:
    """As gymnasium.spaces.Box of whole numbers."""

    def __init__(self, n, low=-2 ** 31, high=2 ** 31 - 1):
        self.shape, self.low, self.high = (n,), low, high

    def contains(self, x):
        return len(x) == self.shape[0] and all(self.low <= int(v) <= self.high for v in x)

    __contains__ = contains


class Named(dict):
    """As gymnasium.spaces.Dict."""

    def contains(self, x):
        return x.keys() == self.keys() and all(self[key].contains(x[key]) for key in self)


def _places(n):
    return gymnasium.spaces.Discrete(n) if gymnasium else Discrete(n)


def _box(n, low=-2 ** 31, high=2 ** 31 - 1, kind="int32"):
    return gymnasium.spaces.Box(low, high, (n,), kind) if gymnasium else Numbers(n, low, high)


def _named(**spaces):
    return gymnasium.spaces.Dict(spaces) if gymnasium else Named(spaces)


class GymEnv(gymnasium.Env if gymnasium else object):
    """One seat of a game; `opponent(mask, env)` picks a place for the other (else it draws one). A place on which no
    move stands is refused; with forgiving=True it means one of the moves there are, for agents that know of no masks."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, name, seat=0, opponent=None, width=64, keys="", library=None, forgiving=False, render_mode=None):
        self.batch, self.seat, self.opponent = Batch(name, 1, width, 0, keys=keys, library=library), seat, opponent
        self.action_space, self.observation_space = _places(width), _box(self.batch.features)
        self.forgiving, self.render_mode = forgiving, render_mode
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
        if gymnasium:
            super().reset(seed=seed)
        if seed is not None or self._seed is None:
            self._seed = seed or 0
            self._chance.seed(self._seed)
            self.batch.seed(self._seed)
        else:
            self.batch.reset(0)
        self._others()
        return self._state()

    def step(self, action):
        legal = self.batch.legal()
        if self.forgiving and int(action) not in legal and legal:
            action = legal[int(action) % len(legal)]
        self.batch.step([int(action)])
        reward = self.batch.reward()[self.seat]
        reward += self._others()
        seen, info = self._state()
        return seen, reward, self.batch.side() < 0, False, info

    def render(self):
        return "\n".join(self.batch.text(0, place) for place in self.batch.legal())

    def close(self):
        self.batch.close()


class AECEnv(pettingzoo.AECEnv if pettingzoo else object):
    """Both seats, whoever is to decide in turn; an observation is { observation, action_mask }."""

    metadata = {"name": "sandtable", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, name, width=64, keys="", library=None, render_mode=None):
        self.batch, self.render_mode = Batch(name, 1, width, 0, keys=keys, library=library), render_mode
        self.possible_agents = list(self.batch.about["sides"])
        self.action_spaces = {agent: _places(width) for agent in self.possible_agents}
        self.observation_spaces = {agent: _named(observation=_box(self.batch.features), action_mask=_box(width, 0, 1, "int8"))
                                   for agent in self.possible_agents}
        self.agents, self._seed = [], None

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def __str__(self):
        return self.metadata["name"]

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
            for told in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
                del told[agent]
            self.rewards = dict.fromkeys(self.agents, 0.0)
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

    def is_simultaneous_node(self):
        return False

    def is_player_node(self):
        return not self.is_terminal()

    def num_players(self):
        return 2

    def legal_actions(self, player=None):
        return self._batch.legal() if player in (None, self._batch.side()) else []

    def legal_actions_mask(self, player=None):
        legal = set(self.legal_actions(player))
        return [int(place in legal) for place in range(self._batch.width)]

    def action_to_string(self, player, action=None):
        return self._batch.text(0, player if action is None else action)

    def string_to_action(self, player, text=None):
        text = player if text is None else text
        for action in self.legal_actions():
            if self.action_to_string(action) == text:
                return action
        raise ValueError(f"{text} is no move here")

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

    def observation_string(self, player=None):
        seen = zip(self._batch.about["features"], self.observation_tensor(player))
        return "\n".join(f"{name} {number}" for name, number in seen)

    def history_str(self):
        return ", ".join(map(str, self._history))

    def serialize(self):
        """A state is its history: game.deserialize_state has it again."""
        return "\n".join(map(str, self._history))

    def __str__(self):
        return self.observation_string(0)

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

    def observation_tensor_size(self):
        return self._features

    def max_game_length(self):
        return STEPS_MOST

    def deserialize_state(self, text):
        state = self.new_initial_state()
        for action in text.split():
            state.apply_action(int(action))
        return state


def load_game(name, **words):
    return Game(name, **words)
