/** The whole screen, or back. */
export function toggleFull(element: HTMLElement | null): void {
  const going = document.fullscreenElement
    ? document.exitFullscreen()
    : element?.requestFullscreen()
  // Refused by a browser's rule: the map stays as it is.
  void going?.catch(() => undefined)
}
