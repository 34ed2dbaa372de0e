/* What the board says. */
export const boardWords = {
    'board.map': 'Map of {title}. Arrows move it, plus and minus zoom, 0 shows all of it. ' +
        'Tab goes on to the pieces.',
    'board.board': 'Board',
    'board.bubble': 'At this place',
    'board.zoomIn': 'Zoom in (+)',
    'board.zoomOut': 'Zoom out (-)',
    'board.fitAll': 'Show the whole map (0)',
    'board.fitPlay': 'Show what is in play (F)',

    'board.noSide': 'neither side',
    'board.inHex': 'hex {hex}',
    'board.atMm': 'at {x}, {y} mm, facing {heading}°',
    'board.offMap': 'off the map',
    'board.factors': 'strength {factors}',
    'board.steps': '{steps} of {full} steps',
    'board.reduced': 'reduced',
    'board.mayAct': 'may act',
    'board.stack': 'Stack of {count} in hex {hex}, {side}: {pieces}',
    'board.level': 'level {level}',
    'board.placeMm': '{x}, {y} mm',
    'board.turnedTo': 'facing {heading}°',

    'board.fan': '{count} pieces in hex {hex}',
    'board.fanAt': '{count} pieces here',
    'board.several': 'Pick several',
    'board.pickAll': 'All',
    'board.close': 'Close',

    'board.hint.move': 'Move to {place}',
    'board.hint.target': 'Act on {place}',
    'board.hint.label': '{hint}: {label}',

    'board.lifted': '{piece} lifted. Arrows carry it, Enter puts it down, Escape puts it back.',
    'board.liftedTurns': '{piece} lifted. Arrows carry it, Q and E turn it, Enter puts it down, ' +
        'Escape puts it back.',
    'board.over': 'Over {place}',
    'board.putBack': 'Put back',
    'board.turnHandle': 'Turn {piece}',

    'board.tray': 'Off the map: {count}',
    'board.tray.mayAct': '{count} may act',

    'board.mm': '{mm} mm',
    'board.band': '{needs} to {mm} mm',

    'text.title': 'The board in words',
    'text.onBoard': 'On the board',
    'text.off': 'Off the map',
    'text.piece': 'Piece',
    'text.place': 'Place',
    'text.strength': 'Strength',
    'text.steps': 'Steps',
    'text.state': 'State',
    'text.mayAct': 'May act',
    'text.yes': 'yes',
    'text.no': 'no',
    'text.stepsOf': '{steps} of {full}',
    'text.picked': 'Picked: {pieces}',
    'text.goes': 'May go to',
    'text.targets': 'May act on',
    'text.marks': 'On the map',
    'text.mark': 'hex {hex}: {text}',
    'text.notes': 'Notes',
    'text.ground': 'Ground',
    'text.groundAt': '{name}: {look}, from {x1}, {y1} to {x2}, {y2} mm',

    /* Words of the sheet (src/view/looks), for the key; in this order. */
    'look.woods': 'Woods', 'look.forest': 'Forest', 'look.marsh': 'Marsh', 'look.swamp': 'Swamp',
    'look.heath': 'Heath', 'look.field': 'Field', 'look.vineyard': 'Vineyard', 'look.orchard': 'Orchard',
    'look.bushes': 'Bushes', 'look.rough': 'Rough ground', 'look.rocks': 'Rocks', 'look.sand': 'Sand',
    'look.flats': 'Tidal sands', 'look.dry': 'Dry bed', 'look.ford': 'Ford',
    'look.channel': 'Deep water, waded', 'look.lake': 'Lake', 'look.water': 'Deep water',
    'look.slope': 'Slope', 'look.hill': 'Hill', 'look.steep': 'Steep hill', 'look.river': 'River',
    'look.great-river': 'Great river', 'look.canal': 'Canal', 'look.bridge': 'Bridge', 'look.road': 'Road',
    'look.lane': 'Lane', 'look.rail': 'Railway', 'look.village': 'Village', 'look.town': 'Town',
    'look.city': 'City', 'look.fortress': 'Fortress', 'look.building': 'House', 'look.wall': 'Wall',
    'look.bank': 'Hedge on a bank', 'look.hedge': 'Hedge', 'look.fence': 'Fence', 'look.stakes': 'Stakes',
    'look.works': 'Ditch and bank', 'look.door': 'Door', 'look.window': 'Window',

    'picture.failed': 'the picture cannot be drawn'
} as const
