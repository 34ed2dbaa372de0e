export const tableWords = {
    'table.loading': 'One moment…'
} as const
