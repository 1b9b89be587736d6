/**
 * For each action, the states in which it may be done, where what it is done to is no entity:
 * buttons, the server and a law read the same table.
 */
export type StateRules<Action extends string, State extends string> = Readonly<
  Record<Action, readonly State[]>
>
