import { shrinkAboveBytes } from '#contract/file/file-calls.ts'

// docs/specification.md 6.6
const usual = { aboveBytes: shrinkAboveBytes, box: { width: 1920, height: 1080 } }
const quality = 0.5

/** The size that fits the box, never larger than the picture is. */
export function fit(
  width: number,
  height: number,
  box = usual.box,
): { width: number; height: number } {
  const scale = Math.min(1, box.width / width, box.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

const isShrinkable = (file: File, aboveBytes: number) =>
  file.size > aboveBytes && /^image\/(jpeg|png|webp)$/.test(file.type)

async function decode(
  file: File,
): Promise<{ picture: CanvasImageSource; width: number; height: number; close: () => void }> {
  if ('createImageBitmap' in globalThis) {
    // `from-image` turns a photograph upright before its orientation tag is lost.
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return {
      picture: bitmap,
      width: bitmap.width,
      height: bitmap.height,
      close: () => bitmap.close(),
    }
  }
  const image = new Image()
  image.src = URL.createObjectURL(file)
  await image.decode()
  return {
    picture: image,
    width: image.naturalWidth,
    height: image.naturalHeight,
    close: () => URL.revokeObjectURL(image.src),
  }
}

/**
 * Pictures above 1 MB (or what is said), made smaller before they travel. The file itself comes back when it is
 * small,
 * cannot be read here, or would not get smaller; the server judges it then.
 */
export async function shrinkImage(file: File, { aboveBytes, box } = usual): Promise<File> {
  if (!isShrinkable(file, aboveBytes)) return file
  try {
    const { picture, width, height, close } = await decode(file)
    const size = fit(width, height, box)
    const canvas = Object.assign(document.createElement('canvas'), size)
    const context = canvas.getContext('2d')
    if (!context) return file
    // JPEG has no transparency: what was clear becomes white, not black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, size.width, size.height)
    context.drawImage(picture, 0, 0, size.width, size.height)
    close()
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    if (!blob || blob.size >= file.size) return file
    return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', {
      type: 'image/jpeg',
      lastModified: file.lastModified,
    })
  } catch {
    return file
  }
}
