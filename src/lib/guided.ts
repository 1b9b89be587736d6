const key = 'guided'

/** Whether the guide was seen since signing in: it is offered once, and never in the way. */
export const isGuided = () => sessionStorage.getItem(key) === '1'
export const wasGuided = () => sessionStorage.setItem(key, '1')
