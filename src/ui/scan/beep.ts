function tone(frequency: number, seconds: number): void {
  try {
    const audio = new AudioContext()
    const source = audio.createOscillator()
    const loudness = audio.createGain()
    source.frequency.value = frequency
    loudness.gain.value = 0.15
    source.connect(loudness).connect(audio.destination)
    source.start()
    source.stop(audio.currentTime + seconds)
    source.onended = () => void audio.close()
  } catch {
    // The words on the screen say it too.
  }
}
// Phones that shake, where the page may make them.
const shake = (pattern: number | number[]) =>
  void (navigator as Partial<Navigator>).vibrate?.(pattern)

/**
 * A low tone for a code that nothing is known of: who scans looks at the shelf, not at the screen.
 * Silent where sound is not allowed.
 */
export function warn(): void {
  tone(220, 0.25)
  shake([80, 60, 80])
}
/** A short high one for a code that was read and is known. */
export function heard(): void {
  tone(1200, 0.08)
  shake(40)
}
