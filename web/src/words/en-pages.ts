/* What the shell and the pages around the table say. */
export const pageWords = {
    'page.loading': 'One moment…',
    'page.close': 'Close',
    'page.cancel': 'Cancel',
    'page.no_game': 'There is no game called “{game}” here.',

    'shell.name': 'Sandtable',
    'shell.title': '{page} · Sandtable',
    'shell.home': 'Sandtable, to the lobby',
    'shell.navigation': 'Pages',
    'shell.play': 'Play',
    'shell.ask': 'Ask',
    'shell.charts': 'Charts',
    'shell.rules': 'Rules',
    'shell.about': 'About',
    'shell.skip': 'Skip to the page',
    'shell.to_dark': 'Dark colours',
    'shell.to_light': 'Light colours',
    'shell.language': 'Language',
    'shell.update': 'A newer Sandtable is ready. Games at this device stay as they are.',
    'shell.update_now': 'Reload with it',

    'nowhere.title': 'There is nothing here',
    'nowhere.text': 'The address {address} leads to no page.',
    'nowhere.lobby': 'To the lobby',
    'failure.engine': 'The umpire stopped',
    'failure.engine_text': 'The engine found something wrong with itself and stopped rather than ' +
        'rule wrongly. A game at this device is kept up to its last move; reload to go on with it.',
    'failure.away': 'The server does not answer',
    'failure.away_text': 'What this page needs could not be had. ' +
        'A game at this device is kept up to its last move; reload when the server or the connection is back.',
    'failure.page': 'This page failed',
    'failure.page_text': 'Something in the page itself went wrong. A game at this device is kept ' +
        'up to its last move; reload to go on with it.',
    'failure.reload': 'Reload',

    'drop.here': 'Drop a record here: it is verified, then shown.',
    'drop.open': 'Open a record…',
    'drop.too_large': '{name} is too large for a record.',

    'copy.copy': 'Copy',
    'copy.done': 'Copied',
    'copy.by_hand': 'Selected: copy it by hand.',

    'para.rule': 'Rule {para}',

    'chance.outcome': 'outcome',
    'chance.on': 'on',
    'chance.fraction': 'chance',
    'chance.percent': 'in a hundred',

    'chance.all': 'Show all {count}',

    'seat.here': 'somebody here',
    'seat.link': 'somebody elsewhere, by link',
    'seat.level_1': 'computer 1, a beginner',
    'seat.level_2': 'computer 2, easy',
    'seat.level_3': 'computer 3, fair',
    'seat.level_4': 'computer 4, thinks ahead',
    'seat.level_5': 'computer 5, full search',
    'seat.greedy': 'computer, plays to win',
    'seat.random': 'computer, plays at random',

    'lobby.title': 'Sit down at the table',
    'lobby.text': 'Historical wargames with an umpire who knows every rule and shows every chance.',
    'lobby.begin': 'Begin a game',
    'lobby.game': 'Game',
    'lobby.scenario': 'Scenario',
    'lobby.pieces': '{count} pieces',
    'lobby.serverless':
        'No server is here, so games are played and kept in this browser. Served by ' +
        'the program (“sandtable serve”), others can join by link.',

    'setup.dice': 'Dice',
    'setup.rolled': 'rolled for us',
    'setup.typed': 'real ones, typed in',
    'setup.where': 'The game is kept',
    'setup.here': 'in this browser',
    'setup.server': 'at the server',
    'setup.secrets': 'This game has secrets. Two players at one screen see everything; give one ' +
        'seat to the computer, or to somebody elsewhere, to keep them.',
    'setup.options': 'Options',
    'setup.changed': '{count} changed',
    'setup.unchanged': 'As the scenario has it',
    'setup.undo': 'A player who wants to take back his last decision',
    'setup.undo_ask': 'asks the other first',
    'setup.undo_free': 'may, until the other has acted',
    'setup.more': 'House rules',
    'setup.expert': 'Any line of the scenario',
    'setup.mode': 'A move against the rules',
    'setup.enforce': 'is refused',
    'setup.warn': 'may be made if the players insist',
    'setup.record_only': 'is written down as it is made',
    'setup.set': 'Lines of the scenario to change, one KEY=VALUE on a line',
    'setup.lines': 'Lines of this scenario: press one to change it',
    'setup.begin': 'Begin',

    'briefing.title': 'Briefing',
    'briefing.you_are': 'You are',
    'briefing.task': 'Your task',
    'briefing.enemy': 'The enemy',
    'briefing.length': 'How long',
    'briefing.watch': 'Watch out',
    'briefing.minutes': 'about {minutes} minutes',
    'briefing.first': 'for a first game take {side}',

    'links.title': 'The table is laid',
    'links.text':
        'Send each player their link. Whoever has a link sits there, so send it to nobody ' +
        'else.',
    'links.of': 'Link for {side}',
    'links.umpire': 'Umpire, who sees all and plays the seats here',
    'links.loopback': 'This server answers only on this machine. Start it with --listen and the ' +
        'address of this machine to let others in.',
    'links.sit': 'Sit down as {side}',
    'links.sit_umpire': 'Sit down at the table',

    'device.title': 'At this device',
    'device.all': 'Show all {count}',
    'device.go_on': 'Go on',
    'device.go_on_with': 'Go on with {title}',
    'device.look': 'Look at it',
    'device.replay': 'Replay',
    'device.drop': 'Delete',
    'device.really': 'Really delete?',

    'server.title': 'At this server',
    'server.none': 'No tables yet.',
    'server.gone': 'The server does not answer any more; this is what it said last.',
    'server.running': 'Being played',
    'server.finished': 'Finished',
    'server.seat': 'Your seat: {side}',
    'server.umpire': 'As umpire',
    'server.expires': 'Nobody has played here for long: it is cleared away on {when}, unless somebody ' +
        'plays or writes a note. Sit down to save its record.',
    'server.watch': 'Watch',
    'server.remove': 'Remove',
    'server.remove_this': 'Remove {title}',
    'server.removed': '{title} was removed.',

    'remove.title': 'Remove “{title}”?',
    'remove.text':
        'The table goes for good, for everybody who sits or watches there. Whoever has its ' +
        'record can drop it on a page and play on.',
    'remove.record': 'Download the record',
    'remove.really': 'Remove the table',
    'remove.keep': 'Keep it',

    'play.cannot': 'This game cannot be begun',
    'play.nobody': 'Nobody called `{who}` can sit there; there are {known}.',
    'play.not_kept': 'That game is not kept at this device (any more).',
    'play.bad_link': 'The game in this link came incomplete: ask for it again, or for the record.',
    'play.unkept': 'This browser does not keep the game: download the record before you leave.',
    'play_on.title': 'Play on from here',
    'play_on.text':
        'The first {lines} lines of the record become a game of its own at this device. ' +
        'Who plays?',
    'play_on.start': 'Play on',
    'play_again.title': 'Play again',
    'play_again.text':
        'The same scenario and options from the beginning, with new dice, as a game of its own at ' +
        'this device. Who plays?',
    'play_again.start': 'Begin',

    'remote.cannot': 'This table cannot be joined',
    'remote.removed': 'This table was removed',
    'remote.removed_text':
        'Somebody who sat there removed it from the server. Whoever downloaded its record before ' +
        'can drop it on a page and play on.',
    'remote.slow': 'The server does not answer. Still trying…',

    'record.title': 'Replay',
    'record.of': 'Replay of {name}',
    'record.none': 'Open a record, or drop its file anywhere on this page.',
    'record.sound': '{name} is sound.',
    'record.sent': 'The record in the link',
    'record.unsound': '{name} does not hold: line {line}.',
    'record.no_record': '{name} is no record that can be read.',
    'record.no_tag': 'It does not say which game it is of.',
    'record.trouble': 'Nothing of it can be shown:',

    'ask.title': 'Ask the umpire',
    'ask.question': 'Question',
    'ask.none': '{game} has no question “{question}”.',
    'ask.reset': 'Start afresh',
    'ask.link': 'Copy link',
    'ask.scenario': 'Scenario',
    'ask.picture': 'Picture',
    'ask.before': 'Asked before',
    'ask.like': 'Keep “{title}” as a favourite',
    'ask.likeliest': 'Most likely: {outcome}, {p}',
    'ask.die': 'Die {n}',
    'forces.strength': 'Strength of {type}',
    'forces.quality': 'Quality of {type}',
    'forces.strength_short': 'Strength',
    'forces.quality_short': 'Quality',
    'forces.remove': 'Remove {type}',
    'forces.add': 'Add a unit',
    'ask.steps': 'Steps',
    'ask.steps_of': 'Steps of {who}',
    'ask.other': 'something else…',
    'ask.less': 'one less',
    'ask.more': 'one more',
    'ask.answer': 'Answer',
    'ask.back': '↑ Back to the question',
    'ask.result': 'With that roll:',
    'ask.inexact': 'These chances are rounded: the exact fractions have grown too long.',
    'ask.incomplete': 'Not everything that may happen was followed to its end.',
    'ask.by': 'As ruled in',
    'ask.rolled': 'I rolled ({dice})',
    'ask.rolled_any': 'I rolled',
    'ask.rolled_form': 'such as {faces}',
    'ask.unrolled': 'Not rolled yet',

    'charts.title': 'Charts',
    'charts.game': 'Game',
    'charts.find': 'Find in all charts',
    'charts.found': 'Charts with “{find}”: {count}',
    'charts.print': 'Print',
    'charts.none': '{game} has no chart “{chart}”.',
    'charts.all': 'All charts of {game}',
    'charts.contents': 'Charts of this game',

    'rules.title': 'Rules as umpired',
    'rules.of': 'Rules of {game}',
    'rules.find': 'Find in this rule book',
    'rules.found': 'Paragraphs with “{find}”: {count}',
    'rules.contents': 'Contents',
    'rules.no_para': 'This rule book has no paragraph {para}.',

    'about.title': 'About Sandtable',
    'about.umpire': 'An umpire',
    'about.umpire_text':
        'Sandtable umpires historical tabletop wargames. It knows the rules of each ' +
        'game paragraph by paragraph, refuses what they forbid and says by which, works out ' +
        'every chance as an exact fraction, and writes down the game so that anybody can check it.',
    'about.play': 'Playing',
    'about.play_text': 'Pick a scenario in the lobby and say who sits where. Pick a piece to see ' +
        'what it may do; drag it, click where it shall go, or type the move as the record would ' +
        'write it. Before an attack the odds are shown with all their reasons.',
    'about.real': 'At a real table',
    'about.real_text':
        'With cardboard or lead before you, the pages Ask, Charts and Rules are the ' +
        'umpire in your pocket. Choose typed dice to play a game here with real dice beside it.',
    'about.keys': 'Keyboard and screen reader',
    'about.keys_text':
        'Everything can be reached with Tab, arrows, Enter and Escape. Each table has ' +
        'a text board and a line for typed moves.',
    'about.kept': 'Where games are kept',
    'about.kept_text':
        'A game in this browser is kept at this device after every move and survives ' +
        'a reload or a crash. The record can be downloaded at any time; drop one on any page to ' +
        'have it verified and shown.',
    'about.others': 'What it is made with',
    'about.others_text':
        'The rules are one engine in C, here as WebAssembly. The page uses Preact ' +
        'and milsymbol (MIT). Sandtable is free software under the MIT licence.',
    'about.offline': 'Everything this page needs is at this device: it works without a network.',
    'about.online': 'This visit is not kept for use without a network.'
} as const
