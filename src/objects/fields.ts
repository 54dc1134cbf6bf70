/** What a field of a Discord object is, and what is made of all fields of an object. */
import { type Record, Schema } from "effect"
import { enumChoice, enumName, enumNames, flagChoices, fromBits, toBits } from "./schema/enums.ts"
import { nullable, optional } from "./schema/fields.ts"
import { nullish } from "./schema/reply.ts"

/** A field of an object, stated once for both directions. */
export interface AnyField {
  /** The value, as inputs, results and documents have it. Its conversions also take Discord's form. */
  readonly value: Schema.Schema.AnyNoContext
  /** The form in Discord's replies. */
  readonly reply: Schema.Schema.AnyNoContext
  /** Makes the value from a reply. Without it, the value is Discord's. */
  show?(reply: never): unknown
  /** Makes Discord's form. Without it, the value is Discord's. */
  toDiscord?(value: never): unknown
  /** Discord's value of a field that nobody set. Views leave it out. Null: the field can be cleared. */
  readonly unset?: unknown
  /** The kinds of objects that have the field; without it, all. */
  readonly kinds?: ReadonlyArray<string>
  /** A change of it neither opens nor closes the object to anybody: it is harmless. `access`: but it can take something away. */
  readonly harmless?: true | "access"
  /** A template of a guild does not store it. */
  readonly notInTemplates?: true
}

/** A field by its types. `Sent`: Discord's form. `Unset`: the type of `unset`. */
interface ObjectField<A, I, Reply, Sent, Unset> extends AnyField {
  readonly value: Schema.Schema<A, I>
  readonly reply: Schema.Schema<Reply>
  show?(reply: Reply): I | undefined
  toDiscord?(value: A): Sent
  readonly unset?: Unset
}

/** The fields of an object, by Discord's names. */
export type ObjectFields = Readonly<Record<string, AnyField>>

/** Declares a field. */
export const field = <A, I, Reply, Sent = A, const Unset = undefined>(
  spec: ObjectField<A, I, Reply, Sent, Unset>
): ObjectField<A, I, Reply, Sent, Unset> => spec

/** The properties of a field that do not depend on its form. */
type Traits<Unset> = Pick<AnyField, "kinds" | "harmless" | "notInTemplates"> & { readonly unset?: Unset }

/** Declares a field with one of the names of a table. `documented`: more names of Discord's for the same numbers. */
export const enumField = <Name extends string, const Unset = undefined>(
  description: string,
  table: Readonly<Record<Name, number>>,
  traits: Traits<Unset>,
  documented: Readonly<Record<string, unknown>> = {}
) =>
  field({
    value: enumChoice(description, table, documented),
    reply: Schema.Number,
    show: (number) => enumName(table, number) as Name, // a number without a name is shown as it is
    toDiscord: (name) => table[name],
    ...traits
  })

/** Declares a field with a set of bits, which has the names of those that are set. */
export const flagsField = <Name extends string, const Unset = undefined>(
  description: string,
  bits: Readonly<Record<Name, number>>,
  traits: Traits<Unset>
) =>
  field({
    value: flagChoices(description, bits),
    reply: Schema.Number,
    show: (sum) => enumNames(bits).filter((name) => fromBits(bits, sum).includes(name)),
    toDiscord: (names) => toBits(bits, names),
    ...traits
  })

/** The values of an object, as results have them: an input takes them. */
export type Values<Fields extends ObjectFields> = {
  readonly [Name in keyof Fields]?: Schema.Schema.Encoded<Fields[Name]["value"]>
}

/** The fields of an input that changes an object. A field that Discord clears by null can be in `clear`. */
export type Inputs<Fields extends ObjectFields> = {
  readonly [Name in keyof Fields]: Field<Fields[Name], null, never>
}

/** An optional field of a struct. `Null`, `Empty`: what a field that Discord clears has besides, decoded and encoded. */
type Field<F extends AnyField, Null, Empty> = Schema.optionalWith<
  Schema.Schema<
    Schema.Schema.Type<F["value"]> | (null extends F["unset"] ? Null : never),
    Schema.Schema.Encoded<F["value"]> | (null extends F["unset"] ? Empty : never)
  >,
  { exact: true }
>

/** Returns the fields of an input that changes an object. */
export const inputsOf = <Fields extends ObjectFields>(fields: Fields): Inputs<Fields> =>
  mapFields(fields, ({ unset, value }) => optional(unset === null ? nullable(value) : value)) as Inputs<Fields> // by the type of each field

/** Returns the fields of an input that creates an object. */
export const newInputsOf = <Fields extends ObjectFields>(fields: Fields) =>
  mapFields(fields, ({ value }) => optional(value)) as {
    readonly [Name in keyof Fields]: Field<Fields[Name], never, never>
  } // by the type of each field

/** Discord's form of an input. */
type Body<Fields> = {
  readonly [Name in keyof Fields]?: Fields[Name] extends ObjectField<
    infer _,
    infer __,
    infer ___,
    infer Sent,
    infer Unset
  >
    ? null extends Unset
      ? Sent | null
      : Sent
    : never
}

/** Makes Discord's form of the fields that an input has. */
export const bodyOf = <Fields extends ObjectFields>(fields: Fields, input: object): Body<Fields> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const declared = Object.hasOwn(fields, name) ? fields[name] : undefined
      return declared === undefined || value === undefined ? [] : [[name, sentValue(declared, value)]]
    })
  ) as Body<Fields> // by the type of each field

const sentValue = (declared: AnyField, value: unknown): unknown =>
  value === null || declared.toDiscord === undefined ? value : declared.toDiscord(value as never) // decoded by its schema

/** The fields of a reply that has an object. */
type Replies<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { readonly reply: Schema.Schema<infer Reply> }
    ? Schema.optional<Schema.NullOr<Schema.Schema<Reply>>>
    : never
}

/** An object as Discord has it. */
export type DiscordForm<Fields extends ObjectFields> = {
  readonly [Name in keyof Fields]?:
    | Schema.Schema.Type<Fields[Name]["reply"]>
    | (null extends Fields[Name]["unset"] ? null : never)
}

/** Returns the values of an object that nobody set, where Discord says them. */
export const unsetOf = <Fields extends ObjectFields>(fields: Fields): DiscordForm<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { unset }]) => (unset === undefined ? [] : [[name, unset]]))
  ) as DiscordForm<Fields> // by the type of each field

/** Returns the fields of a reply that has an object. Each can be absent. */
export const repliesOf = <Fields extends ObjectFields>(fields: Fields): Replies<Fields> =>
  mapFields(fields, ({ reply }) => nullish(reply)) as unknown as Replies<Fields> // by the type of each field

/** Returns the values of an object as inputs have them. What nobody set is left out. */
export const valuesOf = <Fields extends ObjectFields>(
  fields: Fields,
  reply: { readonly [Name in keyof Fields]?: unknown }
): Values<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, declared]) => {
      const value = reply[name]
      const shown = isUnset(declared, value) ? undefined : shownValue(declared, value)
      return shown === undefined ? [] : [[name, shown]]
    })
  ) as Values<Fields> // by the type of each field

/** Returns the value of a field of a reply, in the form of inputs. */
export const shownValue = (declared: AnyField, value: unknown): unknown =>
  declared.show === undefined ? value : declared.show(value as never) // read by its schema

const isUnset = ({ unset }: AnyField, value: unknown): boolean =>
  value == null || value === "" || value === unset || (Array.isArray(value) && value.length === 0)

/** Returns the fields that a kind of object has. */
export const ofKind = <Fields extends ObjectFields>(
  fields: Fields,
  kind: string
): ReadonlyArray<keyof Fields & string> =>
  Object.keys(fields).filter((name) => fields[name]?.kinds?.includes(kind) !== false)

/** The fields of a document. An empty text is the value of a field that Discord clears by null. */
type Documents<Fields extends ObjectFields> = {
  readonly [Name in keyof Fields]: Field<Fields[Name], "", "">
}

/** Returns the fields of a document that describes an object. */
export const documentsOf = <Fields extends ObjectFields>(fields: Fields): Documents<Fields> =>
  mapFields(fields, ({ unset, value }) =>
    optional(unset === null ? Schema.Union(Schema.Literal(""), value) : value)
  ) as Documents<Fields> // by the type of each field

/** Returns the values of an object as a document has them: also what nobody set, if the reply has it or Discord says it. */
export const documentValues = <Fields extends ObjectFields>(
  fields: Fields,
  reply: { readonly [Name in keyof Fields]?: unknown }
): DocumentValues<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, declared]) => {
      const set = reply[name] ?? declared.unset
      return set === undefined ? [] : [[name, set === null ? "" : shownValue(declared, set)]]
    })
  ) as DocumentValues<Fields> // by the type of each field

/** The values of an object as a document has them. */
type DocumentValues<Fields extends ObjectFields> = {
  readonly [Name in keyof Fields]?:
    | Schema.Schema.Type<Fields[Name]["value"]>
    | (null extends Fields[Name]["unset"] ? "" : never)
}

/** Returns the names of the fields of which a change is harmless. */
export const harmlessIn = (fields: ObjectFields): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => fields[name]?.harmless === true)

/** Returns the names of the fields of which a change opens or closes the object to nobody. */
export const keepsAccess = (fields: ObjectFields): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => fields[name]?.harmless !== undefined)

/** Returns the names of the fields that a template of a guild does not store. */
export const notInTemplates = (fields: ObjectFields): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => fields[name]?.notInTemplates === true)

const mapFields = (fields: ObjectFields, map: (field: AnyField) => unknown): object =>
  Object.fromEntries(Object.entries(fields).map(([name, declared]) => [name, map(declared)]))
