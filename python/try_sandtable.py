"""What Gymnasium, PettingZoo and OpenSpiel ask of an environment, said again for ours, since a machine that
tests need not have them: python3 python/try_sandtable.py [libsandtable.so]. Run by tests/install.sh."""
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
    env.close()


def aec(name):
    env = sandtable.AECEnv(name, width=16, library=LIB)
    chance = random.Random(3)
    env.reset(seed=2)
    assert env.agents == env.possible_agents and len(env.agents) == 2
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(100000):
        seen, reward, done, cut, info = env.last()
        total[agent] += reward
        assert env.observation_space(agent).contains(seen["observation"])
        other = next(a for a in env.possible_agents if a != agent)
        if not done:
            assert any(seen["action_mask"]) and not any(env.observe(other)["action_mask"])
        env.step(None if done or cut else chance.choice([i for i, m in enumerate(seen["action_mask"]) if m]))
    assert not env.agents and sum(total.values()) == 0.0
    env.close()


def spiel(name):
    game = sandtable.load_game(name, width=16, seed=9, library=LIB)
    chance = random.Random(4)
    state = game.new_initial_state()
    for _ in range(40):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        mask = state.legal_actions_mask()
        assert legal and [i for i, m in enumerate(mask) if m] == legal
        assert state.current_player() in (0, 1) and not state.is_chance_node()
        assert state.legal_actions(1 - state.current_player()) == []
        assert len({state.action_to_string(a) for a in legal}) == len(legal)
        state.apply_action(chance.choice(legal))
    twin = state.clone()
    assert same(twin.observation_tensor(0), state.observation_tensor(0)) and twin.history() == state.history()
    while not state.is_terminal():
        action = chance.choice(state.legal_actions())
        state.apply_action(action)
        assert action in twin.legal_actions()
        twin.apply_action(action)
    assert twin.is_terminal() and state.current_player() == sandtable.TERMINAL and state.legal_actions() == []
    assert twin.returns() == state.returns() and sum(state.returns()) == game.utility_sum()
    assert len(state.observation_tensor(0)) == game.observation_tensor_shape()[0]


for scenario in SCENARIOS:
    batch(scenario)
    gym(scenario)
    aec(scenario)
    spiel(scenario)
try:
    sandtable.Batch("shelds/malfosse", library=LIB)
    sys.exit("no complaint of a game that is none")
except ValueError as error:
    assert "did you mean `shields`" in str(error)
print("try_sandtable: gymnasium, pettingzoo and openspiel would be content")
