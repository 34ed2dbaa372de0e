"""What Gymnasium (check_env), PettingZoo (api_test, seed_test) and OpenSpiel (random_sim_test) ask of an environment,
said again for ours, since a machine that tests need not have them; where they are, their own words count too:
python3 python/try_sandtable.py [libsandtable.so]. Run by tests/install.sh."""
import inspect
import random
import sys

import sandtable

LIB = sys.argv[1] if len(sys.argv) > 1 else None
SCENARIOS = ["blank/duel", "shields/malfosse", "skirmish/salt_path"]


def same(a, b):
    return list(a) == list(b)


def batch(name):
    """Seed and choices decide everything; what is kept is what a look sees."""
    twins = [sandtable.Batch(name, games=3, width=8, seed=11, observed=True, library=LIB) for _ in range(2)]
    other = sandtable.Batch(name, games=3, width=8, seed=12, observed=True, library=LIB)
    assert len(twins[0].about["features"]) == twins[0].features and twins[0].about["features"][0] == "step"
    more = sandtable.Batch(name, measures=True, library=LIB)
    assert more.about["features"][:twins[0].features] == twins[0].about["features"]
    chance, told, differs = random.Random(8), [], False
    for _ in range(60):
        choices = [chance.choice(twins[0].legal(game)) if twins[0].side(game) >= 0 else -1 for game in range(3)]
        for b in twins:
            b.step(choices)
        other.step([other.legal(game)[0] if other.side(game) >= 0 else -1 for game in range(3)])
        for game in range(3):
            if twins[0].side(game) >= 0:
                seen = list(twins[0].seen(game))
                assert seen == list(twins[1].seen(game)) == list(twins[0].observe(game, twins[0].side(game)))
                assert list(twins[0].mask(game)) == list(twins[1].mask(game))
                differs = differs or seen != list(other.seen(game))
    assert differs, "another seed is another game"


def gym(name):
    env = sandtable.GymEnv(name, width=16, library=LIB)
    first, info = env.reset(seed=5)
    assert env.observation_space.contains(first) and len(info["action_mask"]) == env.action_space.n
    again, _ = env.reset(seed=5)
    assert same(first, again), "the same seed begins alike"
    walks = []
    for _ in range(2):
        env.reset(seed=5)
        env.action_space.seed(1)
        walk, done, rewards, info = [], False, 0.0, env._state()[1]
        for _ in range(3000):
            seen, reward, done, cut, info = env.step(env.action_space.sample(info["action_mask"]))
            assert env.observation_space.contains(seen) and isinstance(reward, float)
            assert isinstance(done, bool) and isinstance(cut, bool) and isinstance(info, dict)
            walk.append((tuple(seen), reward, done))
            rewards += reward
            if done:
                break
        assert done and rewards in (-1.0, 0.0, 1.0), (done, rewards)
        assert not any(info["action_mask"])
        walks.append(walk)
    assert walks[0] == walks[1], "seed and actions are all it depends on"
    _, _ = env.reset()
    assert env.batch.side() == 0, "another episode begins"
    try:
        env.step(next(i for i, m in enumerate(env.batch.mask()) if not m))
        sys.exit("no complaint of a place on which no move stands")
    except ValueError:
        pass
    env.close()


def gym_check(name):
    """As gymnasium.utils.env_checker.check_env goes about it, with an agent that knows of no masks."""
    env = sandtable.GymEnv(name, width=16, library=LIB, forgiving=True)
    words = inspect.signature(env.reset).parameters
    assert {"seed", "options"} <= set(words) and words["seed"].default is None
    assert "ansi" in env.metadata["render_modes"] and env.render_mode is None
    seen, info = env.reset(seed=123)
    assert seen in env.observation_space and isinstance(info, dict)
    for options in ({}, None):
        again, _ = env.reset(seed=123, options=options)
        assert same(seen, again), "options change nothing they are not asked to"
    beside, _ = env.reset(seed=456)
    assert beside in env.observation_space
    walks = []
    for _ in range(2):
        env.reset(seed=123)
        env.action_space.seed(123)
        walk = []
        for _ in range(100):
            seen, reward, done, cut, info = env.step(env.action_space.sample())
            assert seen in env.observation_space and reward == reward and abs(reward) <= 1
            walk.append((tuple(seen), reward, done))
            if done or cut:
                env.reset()
        walks.append(walk)
    assert walks[0] == walks[1]
    assert isinstance(env.render(), str)
    env.close()
    if sandtable.gymnasium:
        from gymnasium.utils.env_checker import check_env
        check_env(sandtable.GymEnv(name, width=16, library=LIB, forgiving=True), skip_render_check=True)


def keys_are(env, *tables):
    for table in tables:
        assert list(table) == env.agents, (list(table), env.agents)


def aec(name):
    """As pettingzoo.test.api_test goes about it."""
    env = sandtable.AECEnv(name, width=16, library=LIB)
    chance = random.Random(3)
    assert isinstance(env.metadata["name"], str) and str(env) and env.render_mode is None
    assert env.max_num_agents == len(env.possible_agents) == 2
    for agent in env.possible_agents:  # spaces are the same things whenever they are asked for
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    for seed in (2, None):  # and once more without a seed: another episode
        env.reset(seed=seed, options={})
        assert env.agents == env.possible_agents and env.num_agents == 2
        total, owed = dict.fromkeys(env.agents, 0.0), dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter(100000):
            assert agent == env.agent_selection and agent in env.agents
            keys_are(env, env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards)
            seen, reward, done, cut, info = env.last()
            assert env.last(observe=False)[0] is None and info is env.infos[agent]
            assert reward == owed[agent], "what it was owed since it decided last"
            owed[agent], total[agent] = 0.0, total[agent] + reward
            assert env.observation_space(agent).contains(seen) and same(seen["observation"], env.observe(agent)["observation"])
            if not done:
                other = next(a for a in env.possible_agents if a != agent)
                assert any(seen["action_mask"]) and not any(env.observe(other)["action_mask"])
                assert env.observation_space(other).contains(env.observe(other))
            env.step(None if done or cut else chance.choice([i for i, m in enumerate(seen["action_mask"]) if m]))
            for each in env.agents:
                owed[each] += env.rewards[each]
        assert not env.agents and env.num_agents == 0 and sum(total.values()) == 0.0
    env.reset(seed=2)
    for _ in range(2):  # a side whose game is not over does not take None
        try:
            env.step(None)
            sys.exit("no complaint of a side that does nothing")
        except (TypeError, ValueError):
            pass
    env.close()
    if sandtable.pettingzoo:
        from pettingzoo.test import api_test, seed_test
        api_test(sandtable.AECEnv(name, width=16, library=LIB), num_cycles=200)
        seed_test(lambda: sandtable.AECEnv(name, width=16, library=LIB), num_cycles=50)


def aec_seeds(name):
    """As pettingzoo.test.seed_test: two of a kind, the same seed, the same draws, the same game."""
    pair = [sandtable.AECEnv(name, width=16, library=LIB) for _ in range(2)]
    for env in pair:
        env.reset(seed=42)
        for agent in env.agents:
            env.action_space(agent).seed(42)
    for agent in pair[0].agent_iter(300):
        assert pair[1].agent_selection == agent and pair[0].agents == pair[1].agents
        (a, *said), (b, *again) = pair[0].last(), pair[1].last()
        assert said == again and same(a["observation"], b["observation"]) and same(a["action_mask"], b["action_mask"])
        acts = [None if said[1] or said[2] else env.action_space(agent).sample(a["action_mask"]) for env in pair]
        assert acts[0] == acts[1]
        for env, act in zip(pair, acts):
            env.step(act)
    for env in pair:
        env.close()


def spiel(name):
    game = sandtable.load_game(name, width=16, seed=9, library=LIB)
    chance = random.Random(4)
    state = game.new_initial_state()
    assert game.num_players() == state.num_players() == 2 and state.get_game() is game
    for _ in range(40):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        mask = state.legal_actions_mask()
        assert legal and [i for i, m in enumerate(mask) if m] == legal == sorted(set(legal))
        assert max(legal) < game.num_distinct_actions() == len(mask)
        assert state.current_player() in (0, 1) and state.is_player_node()
        assert not state.is_chance_node() and not state.is_simultaneous_node()
        assert all(state.string_to_action(state.action_to_string(a)) == a for a in legal)
        assert state.returns() == state.rewards() == [0.0, 0.0]
        assert state.legal_actions(1 - state.current_player()) == []
        assert len({state.action_to_string(a) for a in legal}) == len(legal)
        state.apply_action(chance.choice(legal))
    before = (state.history(), str(state))
    child = state.child(state.legal_actions()[-1]) if not state.is_terminal() else state
    assert (state.history(), str(state)) == before and (child is state or child.history()[:-1] == state.history())
    kept = game.deserialize_state(state.serialize())
    assert kept.history() == state.history() and str(kept) == str(state) and kept.legal_actions() == state.legal_actions()
    try:
        state.apply_action(game.num_distinct_actions())
        sys.exit("no complaint of an action that is none")
    except ValueError:
        pass
    twin = state.clone()
    assert same(twin.observation_tensor(0), state.observation_tensor(0)) and twin.history() == state.history()
    while not state.is_terminal():
        action = chance.choice(state.legal_actions())
        state.apply_action(action)
        assert action in twin.legal_actions()
        twin.apply_action(action)
    assert twin.is_terminal() and state.current_player() == sandtable.TERMINAL and state.legal_actions() == []
    assert twin.returns() == state.returns() and sum(state.returns()) == game.utility_sum()
    assert len(state.history()) <= game.max_game_length()
    for player in (0, 1):
        assert len(state.observation_tensor(player)) == game.observation_tensor_shape()[0] == game.observation_tensor_size()
        assert game.min_utility() <= state.player_return(player) <= game.max_utility()


for scenario in SCENARIOS:
    batch(scenario)
    gym(scenario)
    gym_check(scenario)
    aec(scenario)
    aec_seeds(scenario)
    spiel(scenario)
try:
    sandtable.Batch("shelds/malfosse", library=LIB)
    sys.exit("no complaint of a game that is none")
except ValueError as error:
    assert "did you mean `shields`" in str(error)
own = [library.__name__ for library in (sandtable.gymnasium, sandtable.pettingzoo) if library]
print(f"try_sandtable: gymnasium, pettingzoo and openspiel {'are' if own else 'would be'} content"
      f"{' (asked themselves: ' + ', '.join(own) + ')' if own else ''}")
