/* A sentence of the engine. What it quotes between backticks, such as a move to be typed, is set
 * as code. */

export function Sentence(props: { text: string }) {
    const parts = props.text.split('`')
    if (parts.length % 2 === 0) // a lone backtick quotes nothing
        return <>{props.text}</>
    return <>{parts.map((part, i) => i % 2 ? <code key={i}>{part}</code> : part)}</>
}
