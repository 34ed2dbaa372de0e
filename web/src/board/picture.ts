/* Pictures of a position for downloads. */
import { say } from '../words/words'

const FINE = 2 // pixels of the picture for one of the drawing

function load(address: string): Promise<HTMLImageElement> {
    return new Promise((done, failed) => {
        const image = new Image()
        image.onload = () => done(image)
        image.onerror = () => failed(new Error(say('picture.failed')))
        image.src = address
    })
}

/** A PNG of an SVG drawing as the engine writes it. */
export async function pictureOf(svg: string): Promise<Blob> {
    const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    try {
        const image = await load(address)
        const canvas = document.createElement('canvas')
        canvas.width = image.naturalWidth * FINE
        canvas.height = image.naturalHeight * FINE
        canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
        return await new Promise<Blob>((done, failed) => canvas.toBlob(blob =>
            blob ? done(blob) : failed(new Error(say('picture.failed'))), 'image/png'))
    } finally {
        URL.revokeObjectURL(address)
    }
}
