/** Length and size of a film as this browser reads them; null where it cannot. */
export function readFilm(
  file: File,
): Promise<{ seconds: number; width: number; height: number } | null> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const url = URL.createObjectURL(file)
    const end = (film: Awaited<ReturnType<typeof readFilm>>) => {
      URL.revokeObjectURL(url)
      video.removeAttribute('src')
      resolve(film)
    }
    video.preload = 'metadata'
    video.muted = true
    video.onloadedmetadata = () =>
      end(
        Number.isFinite(video.duration) && video.videoWidth > 0
          ? { seconds: video.duration, width: video.videoWidth, height: video.videoHeight }
          : null,
      )
    video.onerror = () => end(null)
    video.src = url
  })
}
