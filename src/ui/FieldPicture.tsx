import styles from './field-picture.module.css'

/** Furrows run to one point on the horizon. */
const vanishing = { x: 430, y: 470 }
const furrows = Array.from({ length: 15 }, (_, index) => {
  const left = -1100 + index * 210
  const bend = (left + vanishing.x) / 2 + (left - vanishing.x) * 0.06
  return `M${vanishing.x + (index - 7) * 5} ${vanishing.y} Q${bend} 600 ${left} 1000 H${left + 96} Q${bend + 52} 600 ${vanishing.x + (index - 7) * 5 + 2} ${vanishing.y}Z`
}).join('')
const sprout = 'm0 0v-26m0 10c0-9-6-13-14-13 0 9 6 13 14 13m0-8c0-8 5-12 12-12 0 8-5 12-12 12'
const sprouts = [
  [92, 918, 1.6],
  [270, 868, 1.2],
  [505, 900, 1.5],
  [664, 842, 1.1],
  [400, 770, 0.8],
  [160, 776, 0.75],
  [590, 742, 0.65],
] as const

/** Furrows, hills and a low sun, which the sign-in page stands beside; purely decoration. */
export function FieldPicture() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 800 1000"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path className={styles.sky} d="M0 -600H800V1000H0Z" />
      <circle className={styles.halo} cx="585" cy="345" r="120" />
      <circle className={styles.sun} cx="585" cy="345" r="56" />
      <path
        className={styles.far}
        d="M0 420C120 350 210 372 320 404S540 360 640 380 760 400 800 384V1000H0Z"
      />
      <path className={styles.near} d="M0 470C150 424 300 446 430 462S690 430 800 452V1000H0Z" />
      <path className={styles.soil} d="M0 492C200 462 600 462 800 492V1000H0Z" />
      <path className={styles.furrow} d={furrows} />
      {sprouts.map(([x, y, scale]) => (
        <path
          key={x}
          className={styles.sprout}
          d={sprout}
          transform={`translate(${x} ${y}) scale(${scale})`}
        />
      ))}
    </svg>
  )
}
