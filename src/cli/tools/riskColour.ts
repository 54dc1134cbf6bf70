import type { Risk } from "../../safety/Permit.ts"
import type { Paint } from "../style.ts"

/** What a risk looks like: the more harm a tool can do, the more it stands out. */
export const riskColour = ({ dim, red, yellow }: Paint): Readonly<Record<Risk, (text: string) => string>> => ({
  read: dim,
  write: yellow,
  destructive: red
})
