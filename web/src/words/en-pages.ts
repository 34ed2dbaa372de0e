export const pageWords = {
    'page.loading': 'One moment…'
} as const
