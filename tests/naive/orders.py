"""The order of the cards of a deal, and hands that are asked for, from ``docs/contract.md``."""

from dataclasses import dataclass, field

from tests.naive import streams


@dataclass
class Asked:
    """What of a deal is not left to chance."""

    deck: tuple | None = None  # copies by kind of the deck in common
    hands: dict = field(default_factory=dict)  # seat → {kind: copies}
    exchanges: dict = field(default_factory=dict)  # seat → kind


def order_of(table, counts, aside, hand, dealable):
    """The order in which a table's cards are dealt.

    Of the kinds in ``dealable`` each seat gets ``aside`` cards and then ``hand`` for its hand.
    """
    asked = table.asked or Asked()
    physical = [
        (kind, number)
        for kind, copies in enumerate(counts if asked.deck is None else asked.deck)
        for number in range(copies)
    ]
    table.stream(streams.DEAL).shuffle(physical)
    order = [kind for kind, number in physical if kind < len(counts) and number < counts[kind]]

    dealt = [place for place, kind in enumerate(order) if kind in dealable]
    hands = []
    for seat in range(table.seats):
        begin = seat * (aside + hand) + aside
        hands.append(dealt[begin : begin + hand])
    outside_all = [place for place in dealt if not any(place in held for held in hands)]

    def change(stream, givers, takers):
        """Two places change cards; each is drawn from its list, in this order."""
        one = givers[stream.below(len(givers))]
        other = takers[stream.below(len(takers))]
        order[one], order[other] = order[other], order[one]

    for seat in range(table.seats):
        stream = table.stream(streams.FORCE, seat)
        mine = hands[seat]
        wanted = asked.hands.get(seat, {})
        done = [place for earlier in asked.hands if earlier < seat for place in hands[earlier]]
        others = [place for place in dealt if place not in mine and place not in done]

        def of(places, kind):
            return [place for place in places if order[place] == kind]

        def free(places, wanted=wanted):
            return [place for place in places if order[place] not in wanted]

        for kind in sorted(wanted):
            while len(of(mine, kind)) > wanted[kind]:
                lacking = [few for few in sorted(wanted) if len(of(mine, few)) < wanted[few]]
                change(stream, of(mine, kind), free(others) or of(others, lacking[0]))
        for kind in sorted(wanted):
            while len(of(mine, kind)) < wanted[kind]:
                change(stream, of(others, kind), free(mine))
        if seat in asked.exchanges:
            kind = asked.exchanges[seat]
            copies = of(outside_all, kind)
            given = [place for place in mine if order[place] != kind]
            if copies and given:
                change(stream, copies, given)
    return order
