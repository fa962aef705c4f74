/// The choice of the steps of a random walk: it prefers steps that were rarely made on their screen.
///
/// A walk of the kind ``Kind/varied`` also repeats some of its own steps, as some losses need a second item, or Undo
/// after two changes. One of the kind ``Kind/narrow`` omits half of all steps besides, so that the others follow each other
/// more often (swarm testing: Groce et al., ISSTA 2012).
@MainActor
struct RandomWalk {
  /// The steps that a walk prefers.
  enum Kind {
    case broad, varied, narrow
  }

  private let kind: Kind
  /// The steps that were made, once for each time.
  private var made: [ExploredStep] = []
  /// Whether a step is omitted, for the steps that were offered.
  private var isOmitted: [ExploredStep: Bool] = [:]

  /// The average number of steps on a screen with actions that were never taken after which one of them is.
  private static let stepsForAction = 3
  /// The average number of steps after which one is made again.
  private static let stepsForRepetition = 4

  init(_ kind: Kind) { self.kind = kind }

  /// Chooses a step of a screen, and notes it as made.
  ///
  /// - Parameters:
  ///   - avoided: the steps that are never made.
  ///   - memory: the steps that were tried before.
  /// - Returns: nil if the screen offers no other step.
  mutating func choose(
    among screen: ScreenSteps, except avoided: Set<ExploredStep>, after memory: SearchMemory,
    _ generator: inout SeededGenerator
  ) -> ScreenSteps.Offer? {
    // Loops, as this runs for each step: a closure is checked for the actor at each call.
    var all: [ScreenSteps.Offer] = []
    for offer in screen.offers where avoided.isEmpty || !avoided.contains(offer.step) { all.append(offer) }
    let offers = kind == .narrow ? withoutOmitted(all, &generator) : all
    let chosen =
      repetition(among: offers, &generator) ?? newAction(among: offers, memory, &generator)
      ?? rare(among: offers, on: screen, memory, &generator)
    if let chosen, kind != .broad { made.append(chosen.step) }
    return chosen
  }

  /// Returns all offers if each of them is omitted.
  private mutating func withoutOmitted(
    _ offers: [ScreenSteps.Offer], _ generator: inout SeededGenerator
  ) -> [ScreenSteps.Offer] {
    var rest: [ScreenSteps.Offer] = []
    for offer in offers {
      let isOmitted = isOmitted[offer.step] ?? Bool.random(using: &generator)
      self.isOmitted[offer.step] = isOmitted
      if !isOmitted { rest.append(offer) }
    }
    return rest.isEmpty ? offers : rest
  }

  private func repetition(
    among offers: [ScreenSteps.Offer], _ generator: inout SeededGenerator
  ) -> ScreenSteps.Offer? {
    guard !made.isEmpty, Int.random(in: 0..<Self.stepsForRepetition, using: &generator) == 0 else { return nil }
    let step = made.randomElement(using: &generator)
    for offer in offers where offer.step == step { return offer }
    return nil
  }

  private func newAction(
    among offers: [ScreenSteps.Offer], _ memory: SearchMemory, _ generator: inout SeededGenerator
  ) -> ScreenSteps.Offer? {
    var new: [ScreenSteps.Offer] = []
    for offer in offers where memory.isNewAction(offer) { new.append(offer) }
    guard !new.isEmpty, Int.random(in: 0..<Self.stepsForAction, using: &generator) == 0 else { return nil }
    return new.randomElement(using: &generator)
  }

  /// Chooses a kind by its weight, and often one of its steps that were tried least.
  private func rare(
    among all: [ScreenSteps.Offer], on screen: ScreenSteps, _ memory: SearchMemory, _ generator: inout SeededGenerator
  ) -> ScreenSteps.Offer? {
    var offered: Set<ScreenSteps.Kind> = []
    for offer in all { offered.insert(offer.kind) }
    var total = 0
    for kind in offered { total += kind.weight }
    guard total > 0 else { return nil }
    var number = Int.random(in: 0..<total, using: &generator)
    var chosen: ScreenSteps.Kind?
    for kind in ScreenSteps.Kind.allCases where chosen == nil && offered.contains(kind) {
      number -= kind.weight
      if number < 0 { chosen = kind }
    }
    var (offers, fresh, least) = ([ScreenSteps.Offer](), [ScreenSteps.Offer](), Int.max)
    for offer in all where offer.kind == chosen {
      offers.append(offer)
      let count = memory.tries(of: offer.step, on: screen.place(of: offer.step))
      if count < least { (fresh, least) = ([], count) }
      if count == least { fresh.append(offer) }
    }
    return Int.random(in: 0..<4, using: &generator) > 0
      ? fresh.randomElement(using: &generator) : offers.randomElement(using: &generator)
  }
}
