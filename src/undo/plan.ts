/** The plan of an undo: the calls that give objects the values they had. Pure. */
import { quote } from "../tools/shared/previewText.ts"
import type { PlannedCall } from "../tools/Tool.ts"
import { reasonOf } from "./changes.ts"
import { type Field, keepsId } from "./kinds.ts"
import { nameOf, type State } from "./readState.ts"
import { deletedIds, type Outcome, type Reverted, revert, type UndoRequest } from "./revert.ts"
import { isSame, keyParts, overwriteOf, type Values, withIdsReplaced } from "./values.ts"

/** A plan, and how much of each entry it takes back. */
export interface UndoPlan {
  readonly steps: ReadonlyArray<PlannedCall>
  readonly outcomes: ReadonlyArray<Outcome>
  /** The entries that a step takes back, by the id of the step. */
  readonly sources: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Plans the calls that take changes back: new objects first, deletions last. One object is changed by one call. */
export const planUndo = (request: UndoRequest): UndoPlan => {
  const { objects, outcomes } = revert(request)
  const created = objects.filter(({ now, target }) => now === null && target != null)
  const changed = objects.filter(({ now, target }) => now != null && target != null)
  const removed = objects.filter(({ now, target }) => now != null && target === null)
  const steps = new UndoSteps(request.state, created, deletedIds(request))
  const all = [
    ...created.toSorted((a, b) => orderOf(a) - orderOf(b)).map((object) => steps.create(object)),
    ...changed.flatMap((object) => steps.change(object)),
    ...removed.map((object) => steps.remove(object))
  ]
  return { outcomes, steps: all, sources: steps.sources }
}

/** Roles come first, because channels refer to them; categories come before their channels. */
const orderOf = ({ ref, target }: Reverted): number =>
  ref.kind.name === "role" ? 0 : ref.kind.name !== "channel" ? 3 : target?.type === CATEGORY ? 1 : 2

const CATEGORY = 4

class UndoSteps {
  readonly #state: State
  readonly #created: ReadonlyMap<string, string>
  readonly #gone: ReadonlySet<string>
  readonly sources = new Map<string, ReadonlyArray<string>>()
  #count = 0

  constructor(state: State, created: ReadonlyArray<Reverted>, gone: ReadonlySet<string>) {
    this.#state = state
    this.#gone = gone
    this.#created = new Map(
      created.flatMap(({ ref }) => (keepsId(ref.kind) ? [] : [[ref.id, `{{${stepId(ref.key)}.id}}`] as const]))
    )
  }

  create(object: Reverted): PlannedCall {
    const { kind, key } = object.ref
    const { fields = {}, tool = "", without = [] } = kind.create ?? {}
    const target = object.target ?? {}
    const inputs = inputsOf(
      { ...kind.fields, ...fields },
      Object.fromEntries(Object.entries(target).filter(([name, value]) => value != null && !without.includes(name)))
    )
    const overwrites = Object.entries(target).flatMap(([name, value]) => {
      const { id, part } = keyParts(name)
      return part === "overwrite" && value !== null && id !== undefined ? [{ id, ...overwriteOf(value) }] : []
    })
    const tags = inputs.available_tags
    const args = {
      ...(PLACED.has(kind.name) ? { guild_id: this.#state.guild_id } : keepsId(kind) ? this.#at(object) : {}),
      ...inputs,
      ...(overwrites.length > 0 && { permission_overwrites: overwrites }),
      ...(Array.isArray(tags) && { available_tags: tags.map(({ id: _, ...tag }) => tag) })
    }
    return this.#step(object, tool, args, { again: "created again" }, stepId(key))
  }

  change(object: Reverted): ReadonlyArray<PlannedCall> {
    const { kind } = object.ref
    const [now, target] = [object.now ?? {}, object.target ?? {}]
    const keys = [...new Set([...Object.keys(now), ...Object.keys(target)])].filter(
      (key) => !isSame(kind, key, now[key], target[key])
    )
    const also = keys.includes("entity_type") ? (kind.together?.(target) ?? []) : []
    const plain = [...new Set([...keys, ...also])].filter((key) => key in kind.fields && key !== "position")
    const fields = Object.fromEntries(plain.map((key) => [key, target[key] ?? null]))
    const facts = Object.fromEntries(
      plain.map((key) => [kind.fields[key]?.to ?? key, changeText(now[key], target[key])])
    )
    const steps = keys.flatMap((key) => this.#partStep(object, key, now, target))
    const position = keys.includes("position") ? this.#positionStep(object, target.position) : []
    return plain.length === 0
      ? [...steps, ...position]
      : [this.#modify(object, inputsOf(kind.fields, fields), facts), ...steps, ...position]
  }

  /** The bot changes its own nickname by another call. */
  #modify(object: Reverted, inputs: Values, facts: Readonly<Record<string, string>>): PlannedCall {
    const { id, kind } = object.ref
    return kind.name === "member" && id === this.#state.botId
      ? this.#step(object, "members_modify_current", { guild_id: this.#state.guild_id, ...inputs }, facts)
      : this.#step(object, kind.modify ?? "", { ...this.#at(object), ...inputs }, facts)
  }

  remove(object: Reverted): PlannedCall {
    return this.#step(object, object.ref.kind.remove ?? "", this.#at(object), {})
  }

  /** Returns the call for a role of a member, or an overwrite of a channel. */
  #partStep(object: Reverted, key: string, now: Values, target: Values): ReadonlyArray<PlannedCall> {
    const { id, part } = keyParts(key)
    if (id === undefined) return []
    const name = this.#state.names.get(id) ?? id
    if (part === "role") {
      const [tool, what] = target[key] === true ? ["members_add_role", "adds"] : ["members_remove_role", "removes"]
      return [this.#step(object, tool ?? "", { ...this.#at(object), role_id: id }, { [what ?? ""]: name })]
    }
    const path = { channel_id: object.ref.id, overwrite_id: id }
    if (target[key] == null) return [this.#step(object, "channels_delete_permissions", path, { overwrite: name })]
    const [before, { allow, deny, type }] = [overwriteOf(now[key]), overwriteOf(target[key])]
    const inherit = (BigInt(before.allow) | BigInt(before.deny)) & ~(BigInt(allow) | BigInt(deny))
    const args = { ...path, type, allow, deny, ...(inherit !== 0n && { inherit: String(inherit) }) }
    return [this.#step(object, "channels_modify_permissions", args, { overwrite: name })]
  }

  #positionStep(object: Reverted, position: unknown): ReadonlyArray<PlannedCall> {
    const { id, kind } = object.ref
    const tool = kind.name === "role" ? "roles_modify_positions" : "channels_modify_positions"
    const args = { guild_id: this.#state.guild_id, positions: [{ id, position }] }
    return [this.#step(object, tool, args, { position: String(position) })]
  }

  #at({ ref }: Reverted): Readonly<Record<string, string>> {
    return ref.kind.at(this.#state.guild_id, ref.id)
  }

  #step(
    { entries, now, ref }: Reverted,
    tool: string,
    args: Values,
    facts: Readonly<Record<string, string>>,
    id = `s${++this.#count}`
  ): PlannedCall {
    const replaced = Object(
      withIdsReplaced(
        args,
        (one) => this.#created.get(one) ?? (this.#gone.has(one) && one !== ref.id ? undefined : one)
      )
    )
    this.sources.set(id, entries)
    const isGuess = JSON.stringify(replaced).includes("{{")
    const name = (now && nameOf(now)) ?? this.#state.names.get(ref.id) ?? ref.id
    return {
      id,
      tool,
      args: withoutNulls({
        ...replaced,
        ...(tool !== "channels_modify_positions" && { audit_reason: reasonOf(entries) })
      }),
      facts: { ...facts, name },
      // The gate cannot see what a role grants that an earlier step creates.
      ...(isGuess && { risk: "destructive" as const })
    }
  }
}

/** Kinds whose new objects are created in the guild, not in a channel. */
const PLACED: ReadonlySet<string> = new Set(["channel", "role", "event", "rule"])

const stepId = (key: string): string => `new_${key.replaceAll(/\W/g, "_")}`

const withoutNulls = (args: Values): Values =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== undefined))

/** Returns values as the input of a tool: null clears a field, or is what the field has when it is empty. */
const inputsOf = (fields: Readonly<Record<string, Field>>, values: Values): Values => {
  const clear: Array<string> = []
  const inputs: Record<string, unknown> = {}
  // A role has one colour or a gradient.
  const dropped = Object(values.colors).secondary_color == null ? "colors" : "color"
  for (const [key, value] of Object.entries(values)) {
    const field = fields[key]
    if (field === undefined || key === dropped) continue
    if (value === null && field.clears) clear.push(field.to)
    else if (!field.picture) inputs[field.to] = value ?? field.empty
  }
  return { ...inputs, ...(clear.length > 0 && { clear }) }
}

/** The maximum length of a value in a preview. */
const VALUE_MAX = 60

const changeText = (before: unknown, after: unknown): string => `${valueText(before)} → ${valueText(after)}`

const valueText = (value: unknown): string =>
  value == null ? "none" : quote(typeof value === "string" ? value : JSON.stringify(value), VALUE_MAX)
