import { firstChars } from "../text/words.ts"

/** Verbs that a hint can start with. */
export const imperatives: ReadonlySet<string> = new Set(
  `Accept Add Allow Answer Ask Assign Attach Call Cancel Change Check Choose Clear Close Confirm Connect Continue Correct
  Create Delete Disable Disconnect Do Drop Edit Enable End Fetch Fill Find Finish Fix Follow Give Go Grant Include Invite
  Join Keep Leave Let Lift List Look Lower Make Mark Merge Move Name Narrow Omit Open Pass Pick Place Post Provide Publish
  Put Raise Read Reduce Refresh Remove Rename Reopen Repeat Replace Reply Report Request Resend Resize Restore Retry
  Search Select Send Set Shorten Show Shrink Skip Split Start Stop Submit Switch Take Tell Transfer Try Turn Unarchive
  Unban Unlock Unpin Update Upload Use Verify Wait Write`.split(/\s+/)
)

/** Minimum number of words in a hint. */
const MIN_WORDS = 5

/** Returns the problems of a hint. A hint starts with an imperative verb and has at least five words. */
export const checkHint = (hint: string): ReadonlyArray<string> => {
  const words = hint.trim().split(/\s+/)
  const first = (words[0] ?? "").replace(/[:,]$/, "")
  return [
    ...(imperatives.has(first) ? [] : [`it starts with ${JSON.stringify(firstChars(first, 40))}, not with a verb`]),
    ...(words.length < MIN_WORDS ? [`it has ${words.length} words; a next step needs at least ${MIN_WORDS}`] : [])
  ]
}
