/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  events_list:
    "upcoming events, scheduled events, calendar, what is planned, what events, which events, next event, coming up, list events, when is the next event, what is on, what is happening, is there an event today, show the calendar, show events, events this week, planned events",
  events_get: "event details, when is the event",
  events_create:
    "schedule an event, plan, meeting, meetup, date, appointment, event on a day, create an event, plan an event, organise an event, set up a meeting, game night, movie night, party, event next week, schedule a meeting, schedule a game, put an event in the calendar, add an event, organize an event, book a meeting, event for, make an appointment, event on saturday, create a meetup",
  events_modify:
    "cancel an event, reschedule, start an event, end an event, move an event, change the time, postpone, change an event, edit an event, rename an event, call off an event, cancel the meetup, cancel a meeting, move the event to another day, delay an event, change the date of an event",
  events_delete: "remove an event, delete an event"
} as const

/** Phrases of users for the tools for single occurrences and their users. */
export const occurrenceSynonyms = {
  events_list_users:
    "who is coming, attendees, interested, rsvp, participants of an event, who is going, who signed up, who will attend, who will come, who takes part, who participates",
  events_count_users: "how many are coming, number of attendees",
  events_create_exception: "cancel one occurrence, skip one date of a series"
} as const
