/** A low tone for a code that nothing is known of: who scans looks at the shelf, not at the screen. Silent where sound is not allowed. */
export function warn(): void {
  try {
    const audio = new AudioContext()
    const tone = audio.createOscillator()
    const loudness = audio.createGain()
    tone.frequency.value = 220
    loudness.gain.value = 0.15
    tone.connect(loudness).connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + 0.25)
    tone.onended = () => void audio.close()
  } catch {
    // The words on the screen say it too.
  }
}
