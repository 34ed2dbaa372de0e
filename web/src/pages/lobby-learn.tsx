/* In the lobby: how to learn the game that is picked. */
import { useLoaded } from '../app/load'
import { address } from '../app/router'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'

export function LearnLinks(props: { game: string }) {
    const { game } = props
    const lessons = useLoaded(() => umpire.lessons(game), [game])
    const first = Array.isArray(lessons) ? lessons[0] : undefined
    return <p class="lobby-learn row">
        {first && <a class="button primary" href={address('learn', game, first.id)}>
            {say('learn.lobby', { minutes: first.minutes })}</a>}{' '}
        <a class="button" href={address('short', game)}>{say('learn.short')}</a>
    </p>
}
