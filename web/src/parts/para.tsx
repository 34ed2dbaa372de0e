/* The number of a paragraph, as a link into the rule book. */
import { address } from '../app/router'
import { say } from '../words/words'

export function ParaLink(props: { game: string; para: string | null }) {
    if (!props.para)
        return null
    return <a class="para" href={address('rules', props.game, props.para)}
        aria-label={say('para.rule', { para: props.para })}>{props.para}</a>
}
