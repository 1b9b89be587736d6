type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Shows a frame on the whole screen, or as it was before. */
export async function fullScreen(
  frame: HTMLElement | null,
  video: HTMLVideoElement | null,
): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen()
  if (frame?.requestFullscreen) return frame.requestFullscreen()
  // Phones of one maker show films alone in full.
  ;(video as AppleVideo | null)?.webkitEnterFullscreen?.()
}
