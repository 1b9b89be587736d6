import startEn from '#locales/en-US/start.json' with { type: 'json' }
import startZh from '#locales/zh-CN/start.json' with { type: 'json' }
import type { Stage } from './front.ts'

const texts: readonly Record<string, string>[] = [startZh, startEn]
const say = (key: string) => texts.map((words) => words[key] ?? '')

/**
 * The page of a start that is not over: both languages, for nobody is signed in who could have
 * chosen one.
 */
export function startPage({ key, share }: Stage): string {
  const [title, doing, wait] = ['start.title', key, 'start.wait'].map(say) as [
    string[],
    string[],
    string[],
  ]
  const percent = Math.round(share * 100)
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title.join(' · ')}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0;background:#f5f7f5;color:#1f2d1f}main{max-width:26rem;padding:1.5rem}h1{font-size:1.3rem;margin:0}progress{width:100%;accent-color:#3d8b40}p{margin:.3rem 0}@media(prefers-color-scheme:dark){body{background:#141814;color:#dfe6df}}</style></head>
<body><main><h1>${title[0]}</h1><h1 lang="en">${title[1]}</h1><p><progress max="100" value="${percent}" aria-label="${percent}%"></progress></p><p role="status">${doing[0]}<br><span lang="en">${doing[1]}</span></p><p>${wait[0]}<br><span lang="en">${wait[1]}</span></p></main></body></html>`
}
