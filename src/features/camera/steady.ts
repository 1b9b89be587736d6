/** How fast, of real time, a picture runs that has too little in store. */
const slowRate = 0.85

type Running = Pick<HTMLVideoElement, 'addEventListener' | 'buffered' | 'currentTime'> & {
  playbackRate: number
}
/**
 * A live picture that began with little in store would stand still at each picture that is a moment
 * late. It runs a little slower instead until `aim` seconds are in store. `onWaiting`: it stood still,
 * and was not on its way to have more already.
 */
export function keepSteady(video: Running, aim: number, onWaiting: () => void): void {
  video.addEventListener('waiting', () => {
    if (video.playbackRate === slowRate) return
    video.playbackRate = slowRate
    onWaiting()
  })
  video.addEventListener('timeupdate', () => {
    const { buffered, currentTime } = video
    const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : currentTime
    if (video.playbackRate === slowRate && end - currentTime >= aim) video.playbackRate = 1
  })
}
