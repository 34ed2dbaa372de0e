export const boardWords = {
    'board.loading': 'One moment…'
} as const
