import { Context, Effect } from "effect"
import { Approvals } from "../safety/Approvals.ts"
import { AnswersInteractions, ToolServices } from "../tools/ToolServices.ts"
import { Gateway, type LiveEvents } from "./Gateway.ts"

/** Returns live events and what they add to the core: the services of their tools, and approvals in Discord. */
export const coreServices = (gateway: LiveEvents): Context.Context<Gateway | Approvals | ToolServices> =>
  Context.make(Gateway, gateway).pipe(
    Context.add(ToolServices, Context.make(Gateway, gateway).pipe(Context.add(AnswersInteractions, answers(gateway)))),
    Context.add(Approvals, {
      // Loaded with the first call that needs an approval in Discord.
      make: (parts) =>
        Effect.flatMap(
          Effect.promise(() => import("./approvals/discordApproval.ts")),
          ({ make }) => make({ ...parts, gateway })
        )
    })
  )

/** Another process that owns the connection answers for this one. */
const answers = ({ status }: LiveEvents): Effect.Effect<boolean> =>
  Effect.map(status, ({ endpoint, unavailable }) => unavailable?.reason !== "off" || endpoint === true)
