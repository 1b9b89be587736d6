/** A field under a sky; what is seen stands before it. */
const ground = (sky: string, land: string, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400"><rect width="600" height="400" fill="${sky}"/><path d="M0 210Q150 170 320 205T600 190V400H0Z" fill="${land}"/>${inside}</svg>`
/** One thing closely. */
const close = (paper: string, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400"><rect width="600" height="400" fill="${paper}"/>${inside}</svg>`
const many = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')
/** Spread over a width and a height, the same each time. */
const place = (
  at: number,
  x: number,
  y: number,
  w: number,
  h: number,
): readonly [number, number] => [
  Math.round(x + ((at * 0.7549) % 1) * w),
  Math.round(y + ((at * 0.5698) % 1) * h),
]
const rows = (color: string) =>
  many(
    9,
    (at) =>
      `<path d="M300 205L${-240 + at * 135} 400" stroke="${color}" stroke-width="${10 + Math.abs(4 - at) * 3}"/>`,
  )
const leaf = (fill: string) =>
  `<path d="M60 330Q120 60 540 70Q520 340 60 330Z" fill="${fill}"/><path d="M60 330Q260 220 520 84M180 265l30-120M270 218l60-110M240 235l150 40M340 180l120 30" stroke="#fff6" stroke-width="6" fill="none"/>`
const ball = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/><circle cx="${x - r / 3}" cy="${y - r / 3}" r="${r / 5}" fill="#fff8"/>`
const sprout = (x: number, y: number, fill = '#6fae3f') =>
  `<path d="M${x} ${y}v-26m0 4q-22-2-22-22 22 0 22 22zm0-4q22-2 22-22-22 0-22 22z" fill="${fill}" stroke="${fill}" stroke-width="3"/>`
const cloud = (fill: string) =>
  `<path d="M150 130a60 60 0 0 1 110-40a70 70 0 0 1 130 20a50 50 0 0 1 20 95H170a45 45 0 0 1-20-75z" fill="${fill}"/>`
const trellis = `<path d="M60 120H540M120 90V340M300 90V340M480 90V340" stroke="#8a6b3f" stroke-width="8"/>`

/** What the demo's people take pictures of. */
const scenes = {
  flies: () =>
    close(
      '#e9efdc',
      leaf('#5a9a45') +
        many(16, (at) => {
          const [x, y] = place(at, 190, 150, 260, 110)
          return `<path d="M${x} ${y}l-11-5v10zl11-5v10z" fill="#fff"/><circle cx="${x}" cy="${y}" r="3" fill="#d9c98a"/>`
        }),
    ),
  caterpillar: () =>
    close(
      '#e9efdc',
      leaf('#5a9a45') +
        '<ellipse cx="410" cy="150" rx="28" ry="20" fill="#e9efdc"/><ellipse cx="250" cy="270" rx="20" ry="15" fill="#e9efdc"/>' +
        many(7, (at) =>
          ball(230 + at * 24, 214 - (at % 2) * 6, 16, at === 6 ? '#5b4a22' : '#b9c957'),
        ),
    ),
  spots: () =>
    close(
      '#ece8da',
      leaf('#6d9a4a') +
        many(9, (at) => {
          const [x, y] = place(at, 180, 140, 260, 120)
          return `<ellipse cx="${x}" cy="${y}" rx="22" ry="15" fill="#8d7b54"/><ellipse cx="${x}" cy="${y}" rx="11" ry="7" fill="#c9c2b2"/>`
        }),
    ),
  trap: () =>
    ground(
      '#e6f0f2',
      '#8fb76b',
      '<path d="M300 90V380" stroke="#8a6b3f" stroke-width="10"/><rect x="215" y="110" width="170" height="190" rx="6" fill="#f2cf1f"/>' +
        many(18, (at) => {
          const [x, y] = place(at, 230, 124, 138, 160)
          return `<circle cx="${x}" cy="${y}" r="3.5" fill="#4a3f16"/>`
        }),
    ),
  rice: () =>
    ground(
      '#f3ecd2',
      '#cdae4e',
      many(30, (at) => {
        const [x, y] = place(at, 10, 260, 580, 120)
        return `<path d="M${x} ${y + 40}q4-60 24-72m0 0q18 4 20 26" stroke="#a5832a" stroke-width="5" fill="none"/>`
      }),
    ),
  harvester: () =>
    ground(
      '#eef3e4',
      '#d6b654',
      rows('#b9963a') +
        '<path d="M220 180h150l30 50v60H190v-60z" fill="#c0392b"/><path d="M250 190h70v44h-70z" fill="#d8ecf2"/><circle cx="240" cy="300" r="34" fill="#2f3330"/><circle cx="360" cy="300" r="26" fill="#2f3330"/><path d="M400 250h70v60h-90z" fill="#e0a83a"/>',
    ),
  tomato: () =>
    close(
      '#eaf1e0',
      '<path d="M300 20V380M300 90q-90 10-110 60M300 150q80 10 100 60M300 210q-60 10-80 60" stroke="#4d7f36" stroke-width="10" fill="none"/>' +
        ball(190, 176, 42, '#d3402c') +
        ball(250, 230, 40, '#dd5a3a') +
        ball(402, 236, 44, '#c9351f') +
        ball(344, 286, 38, '#e0833f') +
        ball(222, 304, 34, '#9dbb52'),
    ),
  passion: () =>
    close(
      '#edf1e4',
      `${trellis}<path d="M60 122Q300 180 540 122" stroke="#4d7f36" stroke-width="8" fill="none"/>` +
        ball(150, 190, 40, '#6b3a78') +
        ball(260, 214, 42, '#7d4489') +
        ball(372, 206, 40, '#5f3370') +
        ball(466, 184, 36, '#8d9c4c'),
    ),
  greens: () =>
    ground(
      '#e8f1f3',
      '#7a5a3a',
      rows('#5d4328') +
        many(21, (at) => {
          const line = Math.floor(at / 7)
          return sprout(40 + (at % 7) * 86, 265 + line * 55, '#4f9a3c')
        }),
    ),
  seedlings: () =>
    close(
      '#e6ebe2',
      '<path d="M50 110H550L590 370H10Z" fill="#2d3230"/>' +
        many(24, (at) => {
          const [x, y] = [100 + (at % 6) * 80, 160 + Math.floor(at / 6) * 56]
          return `<rect x="${x - 22}" y="${y - 8}" width="44" height="28" rx="5" fill="#4b3a2a"/>${sprout(x, y)}`
        }),
    ),
  drip: () =>
    close(
      '#8a6a48',
      `<path d="M0 150Q300 120 600 150" stroke="#1d201f" stroke-width="22" fill="none"/>${many(5, (at) => `<path d="M${80 + at * 110} 165q-16 32 0 40 16-8 0-40z" fill="#5ab2dd"/><ellipse cx="${80 + at * 110}" cy="250" rx="44" ry="20" fill="#5f4529"/>`)}${many(5, (at) => sprout(80 + at * 110, 335, '#7cb84a'))}`,
    ),
  water: () =>
    ground(
      '#e4eef2',
      '#8fb76b',
      '<path d="M0 290Q300 250 600 290V400H0Z" fill="#6fb2cf"/><path d="M60 330h120M240 350h160M430 326h110" stroke="#fff9" stroke-width="5"/><path d="M380 150h130v130H380z" fill="#d9cfbd"/><path d="M360 154l85-64 85 64z" fill="#a5482f"/><path d="M425 210h40v70h-40z" fill="#5d4b3a"/><path d="M380 250H250v60" stroke="#3f6fa5" stroke-width="18" fill="none"/>',
    ),
  plough: () =>
    ground(
      '#eaf0ee',
      '#7a5a3a',
      `${rows('#5a4029')}<path d="M250 190h70l14-40h60v40h36v56H250z" fill="#2f6fb0"/><path d="M340 160h44v30h-52z" fill="#d8ecf2"/><circle cx="290" cy="262" r="24" fill="#2b2f2d"/><circle cx="396" cy="250" r="38" fill="#2b2f2d"/>`,
    ),
  crack: () =>
    close(
      '#b08d5f',
      '<path d="M0 120L140 150 220 90 330 140 420 70 600 110M140 150L120 290 0 330M330 140L360 260 250 330 260 400M360 260L480 250 600 310M220 90L200 0M480 250L450 400" stroke="#6d4f2c" stroke-width="11" fill="none"/>' +
        sprout(300, 240, '#a9a04c'),
    ),
  crates: () =>
    ground(
      '#eef2e6',
      '#a9b98a',
      many(3, (at) => {
        const x = 60 + at * 165
        return `${many(4, (one) => ball(x + 30 + one * 32, 246, 22, ['#d3402c', '#e0833f', '#cf3a26', '#9dbb52'][(one + at) % 4]!))}<path d="M${x} 246h156l-12 100H${x + 12}z" fill="#c99a5e"/><path d="M${x + 6} 278h144M${x + 8} 310h140" stroke="#8a6233" stroke-width="6"/>`
      }),
    ),
  rain: () =>
    ground(
      '#cfd8dc',
      '#7fa45f',
      cloud('#7d8a92') +
        many(22, (at) => {
          const [x, y] = place(at, 90, 215, 420, 130)
          return `<path d="M${x} ${y}l-10 28" stroke="#4f86b5" stroke-width="5"/>`
        }),
    ),
  weeds: () =>
    ground(
      '#eaf0e0',
      '#8a6a44',
      many(14, (at) => {
        const [x, y] = place(at, 30, 270, 540, 110)
        return `<path d="M${x} ${y}q-20-40-34-46m34 46q0-50 4-70m-4 70q18-44 36-48" stroke="${at % 3 ? '#6d8f3a' : '#8fa64c'}" stroke-width="7" fill="none"/>`
      }),
    ),
  drone: () =>
    ground(
      '#e3eef4',
      '#9ab35a',
      `${rows('#7d9a44')}<path d="M200 110h200M300 96v46" stroke="#2b2f2d" stroke-width="10"/><ellipse cx="200" cy="100" rx="62" ry="9" fill="#5b6a70"/><ellipse cx="400" cy="100" rx="62" ry="9" fill="#5b6a70"/><rect x="262" y="112" width="76" height="46" rx="12" fill="#dfe4e6"/>${many(9, (at) => `<path d="M${232 + at * 17} 172l${(at - 4) * 6} 60" stroke="#8ec1dc" stroke-width="3"/>`)}`,
    ),
  house: () =>
    ground(
      '#e4eff3',
      '#9bb86f',
      '<path d="M70 330V210Q300 60 530 210V330Z" fill="#f2f8f8cc" stroke="#7d949c" stroke-width="6"/><path d="M185 330V146M300 330V122M415 330V146" stroke="#7d949c" stroke-width="5"/>' +
        many(6, (at) => sprout(115 + at * 75, 330, '#4f9a3c')),
    ),
  flower: () =>
    close(
      '#e8efdf',
      `<path d="M300 400V210" stroke="#4d7f36" stroke-width="14"/>${many(10, (at) => `<ellipse cx="300" cy="110" rx="26" ry="86" fill="${at % 2 ? '#f3dfe9' : '#fff7fa'}" transform="rotate(${at * 36} 300 190)"/>`)}<circle cx="300" cy="190" r="38" fill="#e7b92f"/>`,
    ),
  people: () =>
    ground(
      '#f5efdb',
      '#a9c47d',
      many(4, (at) => {
        const x = 130 + at * 112
        return `<circle cx="${x}" cy="190" r="28" fill="#c98f63"/><path d="M${x - 44} 180q44-40 88 0z" fill="#d9b35a"/><path d="M${x - 40} 350v-80q40-70 80 0v80z" fill="${['#2f6fb0', '#a5482f', '#4f8a3c', '#6b3fa0'][at]}"/>`
      }),
    ),
} as const
type Scene = keyof typeof scenes

/** By what its title speaks of, the closer word first. */
const subjects: readonly (readonly [RegExp, Scene])[] = [
  [/诱捕|诱瓶|黄板|监测/, 'trap'],
  [/粉虱|飞虱|跳甲|蚜/, 'flies'],
  [/螟|蛾|夜蛾|青虫|果蝇/, 'caterpillar'],
  [/病|霉|枯|烧边|裂果/, 'spots'],
  [/草/, 'weeds'],
  [/植保|无人机/, 'drone'],
  [/收割|开镰/, 'harvester'],
  [/滴灌|滴头|灌溉/, 'drip'],
  [/水位|水层|泵|塘|排水/, 'water'],
  [/台风|雨|寒潮|降温/, 'rain'],
  [/裂|旱|缺水/, 'crack'],
  [/翻耕|整地|起垄|晒田/, 'plough'],
  [/育苗|间苗|查苗|苗情|缓苗|定植|播种/, 'seedlings'],
  [/培训|开放日|活动|参观|研学/, 'people'],
  [/授粉|开花|花|熊蜂/, 'flower'],
  [/采收|分级|首采|末采|装箱|采摘/, 'crates'],
  [/百香果|火龙果|果面/, 'passion'],
  [/番茄|转白|坐果|绑蔓/, 'tomato'],
  [/稻|穗|分蘖|灌浆|叶色/, 'rice'],
  [/温室|大棚/, 'house'],
  [/菜|生菜|薹|结球|采前|航拍/, 'greens'],
]
/** The drawing for what a title says; rows of green where it says nothing that can be drawn. */
export const sceneOf = (subject: string): string =>
  scenes[subjects.find(([words]) => words.test(subject))?.[1] ?? 'greens']()
